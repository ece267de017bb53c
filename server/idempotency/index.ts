// A package in waiting: everything another project needs from this folder, and the only barrel in this house.
export { bucketOf, mintedAtMs, opaqueBucket } from "./bucket.ts";
export { claim } from "./claim.ts";
export { KeyError, type KeyProblem, sqlStateOf } from "./errors.ts";
export { type Expired, ensurePartitions, expireKeys, withPartition } from "./expire.ts";
export { fingerprintOf, type Meaning } from "./fingerprint.ts";
export { parseKey } from "./key.ts";
export { Line } from "./patience.ts";
export { type Effect, type Outcome, type Policy, performOnce, type Store } from "./perform-once.ts";
export {
  type Answer,
  answerFrom,
  databaseNowMs,
  findAnswer,
  findStoredAnswer,
  finishAnswer,
  type Handle,
  type Intent,
  type KeyRow,
  refuseOutsideWindow,
  rememberAnswer,
  type StoredAnswer,
  type Window,
} from "./replay.ts";
export { idempotencyKeys } from "./table.ts";
