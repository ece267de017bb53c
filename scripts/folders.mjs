import path from "node:path";

/** The checkout. */
export const root = path.join(import.meta.dirname, "..");
