import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "../server/env.ts";
import { root } from "./folders.mjs";
import { Plain } from "./steps.mjs";

// Shape only: the address of the embedded server is known when it runs.
const notYetKnown = "postgresql://127.0.0.1/embedded";

function keepSecret(file) {
  if (!existsSync(file)) writeFileSync(file, `whsec_${randomBytes(24).toString("hex")}\n`, { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function parse(source) {
  try {
    return parseEnv(source);
  } catch (error) {
    throw new Plain(error.message);
  }
}

/**
 * What this start uses, from flags, environment and data folder, in this order.
 * @returns `env` for the children, without the database addresses when the server is embedded; and what the supervisor
 *   itself needs to know
 */
export function readSettings(options) {
  const given = { ...process.env };
  if (options.port) given.PORT = options.port;
  if (options["provider-port"]) given.PROVIDER_PORT = options["provider-port"];
  given.LAB ||= "on";
  given.NODE_ENV = options.dev ? "development" : "production";
  const embedded = !given.DATABASE_URL;
  const parsed = parse(embedded ? { ...given, DATABASE_URL: notYetKnown } : given);
  const dataDir = path.resolve(root, parsed.DATA_DIR);
  mkdirSync(dataDir, { recursive: true });
  const simulator = !parsed.STRIPE_SECRET_KEY;
  const env = { ...given };
  for (const [name, value] of Object.entries(parsed)) env[name] = String(value);
  env.DATA_DIR = dataDir;
  if (embedded) delete env.DATABASE_URL;
  if (!given.STRIPE_WEBHOOK_SECRET)
    env.STRIPE_WEBHOOK_SECRET = keepSecret(path.join(dataDir, "webhook-secret"));
  if (simulator) env.PROVIDER_URL = parsed.PROVIDER_URL ?? `http://127.0.0.1:${parsed.PROVIDER_PORT}`;
  // Nothing leaves this machine that nobody asked for.
  env.NEXT_TELEMETRY_DISABLED ??= "1";
  // The shop asks the provider and does not listen to its webhooks yet.
  env.PROVIDER_WEBHOOK_URL ||= "off";
  // A server that listens everywhere, or on one name of this machine, is still reached by a name that means one place.
  const anywhere = ["0.0.0.0", "::", "localhost"].includes(parsed.HOST);
  const host = anywhere ? "127.0.0.1" : parsed.HOST;
  return {
    env,
    dataDir,
    embedded,
    simulator,
    logFolder: path.join(dataDir, "logs"),
    url: `http://${host.includes(":") ? `[${host}]` : host}:${parsed.PORT}`,
    ports: [
      { port: parsed.PORT, host: parsed.HOST, name: "the app", change: "set PORT, or npm start -- --port N" },
      ...(simulator
        ? [
            {
              port: parsed.PROVIDER_PORT,
              host: parsed.HOST,
              name: "the provider simulator",
              change: "set PROVIDER_PORT, or npm start -- --provider-port N",
            },
          ]
        : []),
    ],
    verbose: options.verbose,
  };
}
