// Stripe's error object (https://docs.stripe.com/api/errors). The official client picks its error class from `type`.

export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  param?: string;
  [more: string]: unknown;
};

/** A refusal: thrown before any work began, so it is answered and not remembered for the key. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

function invalidRequest(status: number, message: string, more: { code?: string; param?: string } = {}) {
  return new StripeError(status, { type: "invalid_request_error", message, ...more });
}

export function missingParameter(param: string) {
  return invalidRequest(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
}

export function unknownParameter(param: string) {
  return invalidRequest(400, `Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
}

export function invalidParameter(param: string, message: string, code?: string) {
  return invalidRequest(400, message, code === undefined ? { param } : { code, param });
}

/** @param status 404 when the address names the object, 400 when a parameter does. */
export function noSuch(what: string, id: string, param: string, status: 400 | 404) {
  return invalidRequest(status, `No such ${what}: '${id}'`, { code: "resource_missing", param });
}

export function badRequest(message: string) {
  return invalidRequest(400, message);
}

export function tooLarge() {
  return invalidRequest(413, "The request body is larger than 64 KB.");
}

export function unknownAddress(method: string, path: string) {
  return invalidRequest(404, `Unrecognized request URL (${method}: ${path}).`);
}

export function unauthenticated(given: string | undefined) {
  const message =
    given === undefined
      ? "You did not provide an API key. Provide it in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : "Invalid API Key provided. The simulator accepts any secret test key (sk_test_...).";
  return invalidRequest(401, message);
}

export function keyInUse(key: string) {
  return invalidRequest(
    409,
    `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
    { code: "idempotency_key_in_use" },
  );
}

export function keyReused(key: string) {
  return new StripeError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

export function objectBusy() {
  return invalidRequest(
    429,
    "This object cannot be accessed right now because another API request is currently accessing it.",
    { code: "lock_timeout" },
  );
}

export function providerFault() {
  return new StripeError(500, { type: "api_error", message: "An unknown error occurred." });
}
