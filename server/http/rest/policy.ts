// What a caller needs to know about keys, readable by programs. The header's draft asks every server to publish it.
import { Hono } from "hono";
import { statusOf } from "../../domain/answers.ts";
import { type ProblemCode, problems } from "../../domain/errors.ts";
import type { Runtime } from "../../runtime.ts";
import type { ApiEnv } from "../api.ts";

const keyProblems = ["key-missing", "key-malformed", "key-in-flight", "key-reused", "key-expired"] as const;

export function policyRoutes({ env }: Runtime): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get("/", (c) => {
    c.get("context").line.operation = "policy.get";
    return c.json({
      header: "Idempotency-Key",
      specification: "draft-ietf-httpapi-idempotency-key-header-07",
      keyFormat: {
        recommended: "UUIDv7",
        spellings: ["structured-field String", "bare"],
        bare: "[A-Za-z0-9_.:~/+=-]{1,255}",
        lengthMax: 255,
      },
      scope: ["account", "key"],
      fingerprint:
        "SHA-256 over canonical JSON (RFC 8785) of operation, path, If-Match and the validated input",
      retention: `PT${env.KEY_RETENTION_HOURS}H`,
      waitForFirstTry: `PT${env.LOCK_TIMEOUT_MS / 1000}S`,
      stored: "final answers of executed effects: 2xx, 402 payment-declined, 409 out-of-stock",
      notStored: [400, 401, 403, 404, 409, 412, 422, 428, 429, 500, 503],
      replayHeader: "Idempotent-Replay: true",
      problems: keyProblems.map((code: ProblemCode) => ({
        type: `/problems/${code}`,
        status: statusOf[code],
        retry: problems[code].retry,
      })),
    });
  });
  return app;
}
