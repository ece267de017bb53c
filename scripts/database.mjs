import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { databaseUrl, dropEmbedded, ensureDatabase, startEmbedded } from "../db/embedded.ts";
import { Plain, step } from "./steps.mjs";

const watchEveryMs = 500;
const say = (sentence) => step(sentence);

/** Sets both addresses in the children's environment and leaves the shop's where a person can find it. */
function announce({ env, dataDir }, shopUrl, serverUrl) {
  env.DATABASE_URL = shopUrl;
  env.PROVIDER_DATABASE_URL = process.env.PROVIDER_DATABASE_URL || databaseUrl(serverUrl, "provider");
  writeFileSync(path.join(dataDir, "database-url"), `${shopUrl}\n`, { mode: 0o600 });
}

async function startServer(settings) {
  const dataDir = path.join(settings.dataDir, "postgres");
  const server = await startEmbedded({ dataDir, say }).catch((error) => {
    throw new Plain(error.message);
  });
  for (const name of ["paid_once", "provider"]) await ensureDatabase(server.url, name);
  announce(settings, databaseUrl(server.url, "paid_once"), server.url);
  return server;
}

/** Starts PostgreSQL, or uses the one that DATABASE_URL names. */
export async function openDatabase(settings, atStop) {
  if (!settings.embedded) {
    announce(settings, settings.env.DATABASE_URL, settings.env.DATABASE_URL);
    return { watch: () => {} };
  }
  const starting = startServer(settings);
  let timer;
  let server;
  atStop(async () => {
    clearTimeout(timer);
    const running = server ?? (await starting.catch(() => undefined));
    await running?.stop();
  });
  server = await starting;
  step(server.adopted ? "PostgreSQL was running already" : "PostgreSQL runs");

  /** Starts the server again when it dies. `onMoved` is called when that needed another port. */
  const watch = (onMoved) => {
    timer = setTimeout(async () => {
      if (!server.isRunning()) {
        step("PostgreSQL ended; starting it again");
        const { url } = server;
        const next = await startServer(settings).catch((error) => step(error.message));
        if (next) {
          server = next;
          step("PostgreSQL runs again");
          if (next.url !== url) onMoved();
        }
      }
      watch(onMoved);
    }, watchEveryMs);
  };
  return { watch };
}

async function emptyDatabase(url) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const schemas = await sql`
      select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
    for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
    await sql`create schema public`;
  } catch (error) {
    // invalid_catalog_name: a database that was never made is as empty as can be.
    if (error.code !== "3D000") throw new Plain(`The database could not be emptied: ${error.message}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Deletes the data: the embedded server's folder, or everything in the two databases that were named. */
export async function deleteData(settings) {
  if (settings.embedded) {
    const dataDir = path.join(settings.dataDir, "postgres");
    if (existsSync(dataDir)) await dropEmbedded({ dataDir, say });
    return;
  }
  announce(settings, settings.env.DATABASE_URL, settings.env.DATABASE_URL);
  await emptyDatabase(settings.env.DATABASE_URL);
  await emptyDatabase(settings.env.PROVIDER_DATABASE_URL);
}
