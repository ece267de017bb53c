const startedAt = performance.now();

export const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;

/** One short line for a step that begins now. */
export function step(text) {
  console.log(`${elapsed()}  ${text}`);
}

/** An error for a person: its message is the whole story, a stack would add nothing. */
export class Plain extends Error {}

/** Prints why this cannot go on and ends the process. */
export function giveUp(error) {
  console.error(error instanceof Plain ? `\n${error.message}` : error);
  process.exit(1);
}
