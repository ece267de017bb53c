// The app process: one Node server. It answers /api itself, through http/api.ts, and hands everything else to Next, which
// only renders pages.
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { env } from "./env.ts";
import { createApi } from "./http/api.ts";
import { securePage } from "./http/secure-page.ts";
import { renderWhole } from "./http/whole-page.ts";
import { getRuntime } from "./runtime.ts";

const settings = env();
const runtime = getRuntime();
const dev = settings.NODE_ENV === "development";

const pages = next({ dev, hostname: settings.HOST, port: settings.PORT });
await pages.prepare();
const renderPage = pages.getRequestHandler();
const api = createApi(runtime);
const answerApi = getRequestListener((request, { incoming }) => api(request, incoming.socket));

// Slow senders are cut off long before Node's own limits of 60 and 300 seconds.
const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 15_000 });

server.on("request", (request, response) => {
  const path = request.url ?? "/";
  if (path === "/api" || path.startsWith("/api/") || path.startsWith("/api?")) {
    void answerApi(request, response);
    return;
  }
  securePage(request, response, { dev });
  renderWhole(renderPage, request, response).catch((error: unknown) => {
    runtime.log.error({ err: error }, "a page failed");
    if (!response.headersSent) response.writeHead(500);
    response.end();
  });
});
server.on("upgrade", dev ? pages.getUpgradeHandler() : (_, socket) => socket.destroy());
server.on("error", (error: NodeJS.ErrnoException) => {
  const taken = error.code === "EADDRINUSE";
  runtime.log.fatal(
    taken ? `Port ${settings.PORT} is taken. Set PORT to another one.` : { err: error },
    "the app cannot listen",
  );
  process.exit(1);
});
server.listen(settings.PORT, settings.HOST, () => {
  runtime.log.info({ url: `http://${settings.HOST}:${settings.PORT}` }, "app started");
});

// Longer than a request may wait for a payment; what is left after that, the sweeper finishes.
const drainMs = 12_000;

async function stop(): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(late);
  await runtime.close();
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
