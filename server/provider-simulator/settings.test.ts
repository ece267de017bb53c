import { expect, test } from "vitest";
import { parseSettings } from "./settings.ts";

test("with nothing but the shop's database, the simulator takes one beside it and tells the shop at its usual port", () => {
  const settings = parseSettings({
    DATABASE_URL: "postgresql://shop:secret@127.0.0.1:5433/shop?sslmode=disable",
  });
  expect(settings).toMatchObject({
    port: 4010,
    lab: false,
    databaseUrl: "postgresql://shop:secret@127.0.0.1:5433/provider?sslmode=disable",
    webhookUrl: "http://127.0.0.1:3000/api/v1/webhooks/payments",
  });
});

test("webhooks follow the shop's port, and can be switched off", () => {
  const DATABASE_URL = "postgres://localhost/shop";
  expect(parseSettings({ DATABASE_URL, PORT: "3005" }).webhookUrl).toBe(
    "http://127.0.0.1:3005/api/v1/webhooks/payments",
  );
  expect(parseSettings({ DATABASE_URL, PROVIDER_WEBHOOK_URL: "off" }).webhookUrl).toBeUndefined();
});

test("every mistake is said in a sentence of its own", () => {
  expect(() => parseSettings({ LAB: "yes", PROVIDER_PORT: "x" })).toThrow(
    "PROVIDER_PORT must be a port number.\nLAB must be on or off.",
  );
  expect(() => parseSettings({})).toThrow("PROVIDER_DATABASE_URL");
});
