import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.ts";

const enough = { DATABASE_URL: "postgresql://localhost/shop" };

describe("the environment", () => {
  it("has the defaults of the contract", () => {
    expect(parseEnv(enough)).toMatchObject({
      PORT: 3000,
      HOST: "127.0.0.1",
      PROVIDER_PORT: 4010,
      LAB: "off",
      KEY_RETENTION_HOURS: 24,
      LOCK_TIMEOUT_MS: 3000,
      DATA_DIR: ".data",
    });
  });

  it("treats an empty variable as one that is not set", () => {
    expect(parseEnv({ ...enough, PORT: "" }).PORT).toBe(3000);
  });

  it("says every mistake at once, in a sentence each, and never shows a value", () => {
    const wrong = {
      PORT: "threethousand",
      LAB: "yes",
      KEY_RETENTION_HOURS: "0",
      STRIPE_SECRET_KEY: "sk_live_secret",
    };
    expect(() => parseEnv(wrong)).toThrow(/PORT must be a port number/);
    expect(() => parseEnv(wrong)).toThrow(/LAB must be on or off\./);
    expect(() => parseEnv(wrong)).toThrow(/KEY_RETENTION_HOURS must be at least 1\./);
    expect(() => parseEnv(wrong)).toThrow(/DATABASE_URL is not set/);
    expect(() => parseEnv(wrong)).not.toThrow(/sk_live_secret/);
  });
});
