// The only file that reads process.env. Every other file takes what it needs as an argument or from `env()`.
import { z } from "zod";

const port = (fallback: number) =>
  z.coerce
    .number({ error: "must be a port number between 1 and 65535" })
    .int("must be a whole number")
    .min(1, "must be a port number between 1 and 65535")
    .max(65535, "must be a port number between 1 and 65535")
    .default(fallback);

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number between ${min} and ${max}` })
    .int(`must be a whole number between ${min} and ${max}`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .default(fallback);

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** Port of the app: pages and API. */
  PORT: port(3000),
  /** Address the app listens on. Loopback unless told otherwise. */
  HOST: z.string().default("127.0.0.1"),
  PROVIDER_PORT: port(4010),
  /** PostgreSQL to use. `npm start` sets it to the embedded server when it is unset. */
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: "must look like postgresql://user:password@host:port/name",
  }),
  /** Where the payment provider answers. Unset: the simulator on PROVIDER_PORT. */
  PROVIDER_URL: z.url("must be an http or https address").optional(),
  /** `sk_test_...` talks to Stripe itself. Unset: the simulator. */
  STRIPE_SECRET_KEY: z.string().startsWith("sk_test_", "must be a Stripe test key (sk_test_...)").optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .min(24, "must have at least 24 characters")
    .default("whsec_simulator_only_0123456789"),
  SMTP_URL: z.url("must look like smtp://host:port").optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  /** Lab and fault controls exist only when this is `on`. */
  LAB: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  /** How long an idempotency key keeps its meaning, in hours. Published in the policy. */
  KEY_RETENTION_HOURS: wholeNumber(24, 1, 24 * 30),
  /** How long a duplicate waits for the first try before it is told 409, in milliseconds. */
  LOCK_TIMEOUT_MS: wholeNumber(3000, 50, 30_000),
  /** Connections per pool and process. 8 is the measured best on two cores. */
  DB_POOL_MAX: wholeNumber(8, 1, 100),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type Env = z.infer<typeof schema>;

/**
 * Checks the environment and says in one sentence per variable what is wrong with it.
 * @param source usually `process.env`
 * @throws Error whose message lists every mistake, one line each
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const problem = given[name] === undefined ? "is not set, and has no default here" : issue.message;
    return `  ${name} ${problem}.`;
  });
  throw new Error(`The environment cannot be used:\n${mistakes.join("\n")}`);
}

let parsedOnce: Env | undefined;

/** The environment, with values for what is not set: for commands that can find something out themselves. */
export function envWith(defaults: Record<string, string>): Env {
  return parseEnv({ ...defaults, ...process.env });
}

/** The environment of this process, parsed at first use. */
export function env(): Env {
  parsedOnce ??= parseEnv(process.env);
  return parsedOnce;
}
