import type { ProblemPage } from "./problem-page";

const nothingRan = {
  answer: "No",
  because: "We stopped before doing anything, so there is no first charge.",
};

export const requestProblems = {
  "invalid-input": {
    heading: "Something is not filled in right",
    status: 400,
    happened:
      "A value is missing or is one that we can’t use. We check before we act, so nothing was changed or charged.",
    twice: nothingRan,
    todo: "Correct the fields that the answer names, then send the request as a new one.",
    carries: [["errors", "the path of each field, and what is wrong with it"]],
  },
  unauthenticated: {
    heading: "We don’t know who you are",
    status: 401,
    happened: "The request came without a session or an API key that we know. Nothing was done.",
    twice: nothingRan,
    todo: "Sign in or add your API key, then send the same request again.",
  },
  forbidden: {
    heading: "This account may not do that",
    status: 403,
    happened: "We know who you are, but your account does not have the right to do this. Nothing was done.",
    twice: nothingRan,
    todo: "Use an account that may. If a form on our own page led you here, open that page afresh and try from there.",
  },
  "not-found": {
    heading: "There is nothing here",
    status: 404,
    happened:
      "What you asked for does not exist, or it belongs to another account. We give the same answer for both.",
    twice: nothingRan,
    todo: "Check the address. If it is your order, open it in the browser or with the account that placed it.",
  },
  "method-not-allowed": {
    heading: "This address does not do that",
    status: 405,
    happened: "The address exists, but not for this HTTP method. Nothing was done.",
    twice: nothingRan,
    todo: "Look up the address in the API description and use a method that it lists.",
    carries: [["Allow", "header, the methods that this address takes"]],
  },
  "too-large": {
    heading: "The request is too large",
    status: 413,
    happened: "The body is over the limit of 64 KB. We stopped reading it.",
    twice: nothingRan,
    todo: "Send less. No order that we take needs that much.",
  },
  "unsupported-media-type": {
    heading: "Only JSON, please",
    status: 415,
    happened: "The body is in a format that this address does not read. It was not looked at.",
    twice: nothingRan,
    todo: "Send JSON, with the content type application/json.",
  },
  "rate-limited": {
    heading: "Too many requests",
    status: 429,
    happened: "This account or this network asked too often in a short time. This request was not started.",
    twice: {
      answer: "No",
      because: "This try did nothing, and with the same key the next one is still the same request.",
    },
    todo: "Wait as long as the answer says, then send the same request with the same key.",
    carries: [["Retry-After", "header, whole seconds to wait"]],
  },
  internal: {
    heading: "Something broke on our side",
    status: 500,
    happened:
      "We hit a fault that we did not expect. A step is kept as a whole or not at all, so nothing is half done.",
    twice: {
      answer: "Not with the same key",
      because:
        "If the first try went through, the same key brings back its answer. A new key would be a new purchase.",
    },
    todo: "Send the same request again with the same key. If it keeps failing, check your orders and tell us the reference.",
    carries: [["requestId", "the reference to tell us"]],
  },
  unavailable: {
    heading: "We can’t answer right now",
    status: 503,
    happened:
      "A part that we need is down or busy. Your request may have been stopped before it began, or may still finish.",
    twice: {
      answer: "Not with the same key",
      because:
        "If the first try went through, the same key brings back its answer. A new key would be a new purchase.",
    },
    todo: "Wait as long as the answer says, then send the same request with the same key.",
    carries: [
      ["Retry-After", "header, whole seconds to wait"],
      ["requestId", "the reference to tell us"],
    ],
  },
} as const satisfies Record<string, ProblemPage>;
