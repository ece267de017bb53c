import type { ProblemPage } from "./problem-page";

export const changeProblems = {
  "stale-version": {
    heading: "Somebody changed it first",
    status: 412,
    happened:
      "The record changed after you read it. Your change was not saved, and nobody else’s was overwritten.",
    twice: { answer: "No", because: "A change to a record charges nothing, and this one was refused." },
    todo: "Read the record again, compare it with your change, and send what is still right with the new ETag.",
    carries: [
      ["ETag", "header, the current tag"],
      ["currentVersion", "the version now"],
      ["changed", "the fields that differ from what you read"],
    ],
  },
  "precondition-required": {
    heading: "Say which version you read",
    status: 428,
    happened: "This change needs an If-Match header and there was none. Nothing was changed.",
    twice: { answer: "No", because: "Nothing ran, and a change to a record charges nothing." },
    todo: "Read the record, take its ETag, and send the change again with that tag in If-Match.",
  },
  "transition-not-allowed": {
    heading: "The order can’t go there",
    status: 409,
    happened:
      "The step does not exist from where the order is now: it may have been shipped or cancelled just before. The order was left alone.",
    twice: { answer: "No", because: "Moving an order along charges nothing, and this step was refused." },
    todo: "Read the order again and pick one of the steps that it allows.",
    carries: [
      ["current", "the order’s status and version"],
      ["allowed", "the steps it may take"],
    ],
  },
} as const satisfies Record<string, ProblemPage>;
