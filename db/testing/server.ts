// One PostgreSQL for all test files of a run, kept apart from the app's data and kept between runs: starting an
// existing folder takes a second. Two runs at once share it, and the last one to end stops it. The tests that kill
// processes need real fsync, so nothing is switched off for speed.
import path from "node:path";
import type { TestProject } from "vitest/node";
import { type Embedded, startEmbedded } from "../embedded.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's URL of the database `postgres`. */
    serverUrl: string;
  }
}

const dataDir = path.join(import.meta.dirname, "..", "..", ".test", "postgres");

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_SERVER_URL;
  let server: Embedded | undefined;
  if (!given) server = await startEmbedded({ dataDir, say: (text) => process.stderr.write(`${text}\n`) });
  project.provide("serverUrl", given || (server?.url ?? ""));
  return async () => server?.stop();
}
