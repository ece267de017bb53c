import type { ProblemPage } from "./problem-page";

export const keyProblems = {
  "key-in-flight": {
    heading: "Already working on it",
    status: 409,
    happened: "The first try of this same request is still running. We did not start it a second time.",
    twice: { answer: "No", because: "Both tries carry the same key, and only one of them can win." },
    todo: "Wait as long as the answer says, then send the same request with the same key. You will get the first one’s answer.",
    carries: [["Retry-After", "header, whole seconds to wait"]],
  },
  "key-reused": {
    heading: "One key, two requests",
    status: 422,
    happened:
      "This key was already used for a request with other content. We did nothing rather than guess which one you mean.",
    twice: {
      answer: "Only with a new key",
      because:
        "This key will never run the changed request. If the first request was the one you wanted, a new key would do it a second time.",
    },
    todo: "Check what the first request did. If the changed one is a new wish, send it with a new key.",
  },
  "key-expired": {
    heading: "This key is too old",
    status: 422,
    happened:
      "We keep answers for a limited time, and this key is from before that. We can’t tell whether it was used, so we did nothing.",
    twice: {
      answer: "Only with a new key",
      because:
        "The old key will never run again. If its first try did go through, a new key would be a second purchase.",
    },
    todo: "Check your orders first. Send it with a new key only if what you wanted is not there.",
  },
  "key-missing": {
    heading: "No key",
    status: 400,
    happened: "This operation needs an Idempotency-Key header and there was none. Nothing was done.",
    twice: {
      answer: "No",
      because: "Nothing ran. We ask for the key so that the next try can’t charge twice either.",
    },
    todo: "Make one key for this one intent, save it, and send it with every try.",
    carries: [["Link", "header, the key policy, with its format and how long we remember"]],
  },
  "key-malformed": {
    heading: "The key can’t be read",
    status: 400,
    happened:
      "The Idempotency-Key is empty, too long, sent twice, or holds characters that we don’t take. Nothing was done.",
    twice: { answer: "No", because: "Nothing ran: we never fall back to working without a key." },
    todo: "Send one key of 1 to 255 letters, digits and plain marks. A fresh UUID is a good choice.",
    carries: [["Link", "header, the key policy, with its format and how long we remember"]],
  },
} as const satisfies Record<string, ProblemPage>;
