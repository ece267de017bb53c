// The payment provider simulator as a process of its own.
import { pino } from "pino";
import { codeOf } from "./database.ts";
import { parseSettings } from "./settings.ts";
import { startSimulator } from "./start-simulator.ts";

/** Whoever stops the process may count on it being gone by then. */
const stopMsMax = 5_000;

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const log = pino({ level: settings.logLevel, base: { process: "provider" } });
  const simulator = await startSimulator(settings, log).catch((error: unknown) => {
    if (codeOf(error) !== "EADDRINUSE") throw error;
    throw new Error(`Port ${settings.port} is taken. Set PROVIDER_PORT to another.`);
  });
  log.info({ url: simulator.url, lab: settings.lab, webhooks: settings.webhookUrl ?? "off" }, "ready");

  let stopped = false;
  const stop = async (signal: string) => {
    if (stopped) return;
    stopped = true;
    log.info({ signal }, "stopping");
    setTimeout(() => process.exit(1), stopMsMax).unref();
    await simulator.stop();
    process.exitCode = 0;
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, "the simulator could not stop cleanly");
        process.exit(1);
      });
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The provider simulator cannot start. ${error instanceof Error ? error.message : error}\n`,
  );
  process.exit(1);
});
