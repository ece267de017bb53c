// Starts the simulator as the process it is in production, so that a test can kill it.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

export async function startProcess(
  databaseUrl: string,
  env: { [name: string]: string },
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", main], {
    env: {
      ...process.env,
      PROVIDER_PORT: "0",
      PROVIDER_DATABASE_URL: databaseUrl,
      PROVIDER_WEBHOOK_URL: "off",
      LAB: "on",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url: string };
    if (msg !== "ready") continue;
    // Somebody has to read the log, or the process would wait for it.
    child.stdout.resume();
    return { child, url };
  }
  throw new Error("The simulator's process ended before it was ready.");
}
