import type { Retry } from "@/server/domain/errors";

/** What the page of one problem type adds to the catalogue's sentence and retry word. */
export type ProblemPage = {
  heading: string;
  /** The HTTP status the problem travels with. */
  status: number;
  happened: string;
  /** May trying again charge twice? A short answer, then why. */
  twice: { answer: string; because: string };
  todo: string;
  /** Extra members of the problem document, and headers that come with it. */
  carries?: readonly (readonly [name: string, meaning: string])[];
};

/** What each retry word tells a program. */
export const retryMeanings: Readonly<Record<Retry, string>> = {
  "same-key": "Send the same request again with the same key.",
  "refresh-first": "Read the current state first, then decide.",
  "new-intent": "Change the request and send it as a new one, with a new key.",
  never: "Don’t send it again; the answer would be the same.",
};
