// What was typed, looked at: usable details, or what to correct, or an untouched form. Pure.
import { type Details, detailsSchema } from "../../../server/domain/inputs";

export const detailFields = ["email", "name", "line1", "line2", "postcode", "city", "country"] as const;
export type DetailField = (typeof detailFields)[number];
export type Typed = Readonly<Partial<Record<DetailField, string>>>;

export type CheckedDetails =
  | { readonly kind: "usable"; readonly details: Details }
  | { readonly kind: "untouched" }
  /** One message for each field, in the order of the form. */
  | { readonly kind: "mistakes"; readonly mistakes: ReadonlyMap<DetailField, string> };

export function checkDetails(typed: Typed): CheckedDetails {
  const parsed = detailsSchema.safeParse(typed);
  if (parsed.success) return { kind: "usable", details: parsed.data };
  if (detailFields.every((field) => typed[field] === undefined)) return { kind: "untouched" };
  const mistakes = new Map<DetailField, string>();
  for (const field of detailFields) {
    const issue = parsed.error.issues.find(({ path }) => path[0] === field);
    if (issue) mistakes.set(field, issue.message);
  }
  return { kind: "mistakes", mistakes };
}
