// The simulator's own reading of the environment: it shares no file with the shop, so that it can run anywhere Stripe
// is wanted and cannot be had. Same variable names as the shop, so that one .env serves both.
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65535);

const schema = z.object({
  PROVIDER_PORT: port.default(4010),
  HOST: z.string().default("127.0.0.1"),
  /** Port of the shop: only used to guess where webhooks go. */
  PORT: port.default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PROVIDER_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LAB: z.enum(["on", "off"]).default("off"),
  STRIPE_WEBHOOK_SECRET: z.string().min(24).default("whsec_simulator_only_0123456789"),
  PROVIDER_WEBHOOK_URL: z.union([z.literal("off"), z.url({ protocol: /^https?$/ })]).optional(),
  /** 120 ms: about what a card charge takes when it is quick, and long enough to click twice in. */
  PROVIDER_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(120),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type Settings = {
  port: number;
  host: string;
  databaseUrl: string;
  /** Control surface under /_control. */
  lab: boolean;
  webhookSecret: string;
  /** Undefined: no webhooks are made or sent. */
  webhookUrl: string | undefined;
  delayMs: number;
  logLevel: string;
};

const explanations: Record<string, string> = {
  PROVIDER_PORT: "must be a port number",
  PORT: "must be a port number",
  DATABASE_URL: "must look like postgresql://user:password@host:port/name",
  PROVIDER_DATABASE_URL: "must look like postgresql://user:password@host:port/name",
  LAB: "must be on or off",
  STRIPE_WEBHOOK_SECRET: "must have at least 24 characters",
  PROVIDER_WEBHOOK_URL: "must be an http address, or off",
  PROVIDER_DELAY_MS: "must be a whole number of milliseconds, at most 60000",
  LOG_LEVEL: "must be fatal, error, warn, info, debug or silent",
};

/**
 * @param source usually `process.env`
 * @throws Error with one sentence per mistake
 */
export function parseSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
    throw new Error(names.map((name) => `${name} ${explanations[name] ?? "cannot be used"}.`).join("\n"));
  }
  const env = parsed.data;
  const databaseUrl = env.PROVIDER_DATABASE_URL ?? besideTheShop(env.DATABASE_URL);
  if (databaseUrl === undefined) {
    throw new Error("Set PROVIDER_DATABASE_URL, or DATABASE_URL to put the database `provider` beside it.");
  }
  const webhookUrl = env.PROVIDER_WEBHOOK_URL ?? `http://127.0.0.1:${env.PORT}/api/v1/webhooks/payments`;
  return {
    port: env.PROVIDER_PORT,
    host: env.HOST,
    databaseUrl,
    lab: env.LAB === "on",
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    webhookUrl: webhookUrl === "off" ? undefined : webhookUrl,
    delayMs: env.PROVIDER_DELAY_MS,
    logLevel: env.LOG_LEVEL,
  };
}

/** The same server as the shop's, another database: one PostgreSQL is enough for a laptop, one database is not. */
function besideTheShop(shopUrl: string | undefined): string | undefined {
  if (shopUrl === undefined) return undefined;
  const url = new URL(shopUrl);
  url.pathname = "/provider";
  return url.href;
}
