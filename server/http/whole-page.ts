// When a page finds nothing, or fails, Next sends an empty document whose words appear only when scripts run. Here every
// page works without scripts, so such a document is thrown away before it is sent, and a page that has its words in it is
// sent in its place, under the same status.
import type { IncomingMessage, ServerResponse } from "node:http";

type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const instead: Readonly<Record<number, string>> = { 404: "/_not-found", 500: "/problems/internal" };

/** Renders a page; a document without words is replaced by one with. What scripts fetch for themselves is left as it is. */
export async function renderWhole(
  render: Render,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { headers, url = "/" } = request;
  const wantsDocument = headers.accept?.includes("text/html") && headers.rsc === undefined;
  if (!wantsDocument || Object.values(instead).includes(url)) return render(request, response);
  const held = await renderUnlessEmpty(render, request, response);
  if (held !== undefined) await sendInstead(held, request, response);
}

/** @returns the status of a document that was held back, or undefined when the answer is on its way */
function renderUnlessEmpty(
  render: Render,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number | undefined> {
  const { write, end, writeHead } = response;
  return new Promise((resolve, reject) => {
    let held: number | undefined;
    const isHeld = () => {
      if (!response.headersSent && response.statusCode in instead) held ??= response.statusCode;
      return held !== undefined;
    };
    response.writeHead = ((...args: Parameters<typeof writeHead>) => {
      response.statusCode = args[0];
      return isHeld() ? response : writeHead.apply(response, args);
    }) as typeof writeHead;
    response.write = ((...args: Parameters<typeof write>) =>
      isHeld() || write.apply(response, args)) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => {
      if (!isHeld()) end.apply(response, args);
      Object.assign(response, { write, end, writeHead });
      resolve(held);
      return response;
    }) as typeof end;
    render(request, response).catch(reject);
  });
}

/** Asks this server itself for the page with words: a request of its own, because Next remembers things on a request. */
async function sendInstead(
  status: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { localAddress, localPort, localFamily } = request.socket as typeof request.socket & {
    localFamily?: string;
  };
  const host = localFamily === "IPv6" ? `[${localAddress}]` : localAddress;
  const page = await fetch(`http://${host}:${localPort}${instead[status]}`, {
    headers: { accept: "text/html", cookie: request.headers.cookie ?? "" },
  });
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  for (const [name, value] of page.headers) {
    if (
      !["connection", "keep-alive", "transfer-encoding", "content-encoding", "content-length"].includes(name)
    ) {
      response.setHeader(name, value);
    }
  }
  response.statusCode = status;
  response.end(Buffer.from(await page.arrayBuffer()));
}
