// Makes a database ready for this build: migrations, catalogue, partitions, demo keys. Safe to run again, and safe when two
// run at once.
import { connectDb } from "../db/client.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { seedProducts } from "../db/seed.ts";
import { ensureDemoKeys } from "./accounts/demo-keys.ts";
import { env } from "./env.ts";
import { ensurePartitions } from "./idempotency/index.ts";

const { DATABASE_URL: url, DATA_DIR: dataDir, KEY_RETENTION_HOURS: retentionHours } = env();

await migrateDatabase(url);
const db = connectDb({ url, poolMax: 2, lockTimeoutMs: 10_000, applicationName: "paid-once prepare" });
try {
  await seedProducts(db);
  await ensurePartitions(db.auto, { retentionHours });
  await ensureDemoKeys(db, dataDir);
} finally {
  await db.close();
}
