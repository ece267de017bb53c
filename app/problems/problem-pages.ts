import type { ProblemCode } from "@/server/domain/errors";
import { changeProblems } from "./change-problems";
import { keyProblems } from "./key-problems";
import { payingProblems } from "./paying-problems";
import type { ProblemPage } from "./problem-page";
import { requestProblems } from "./request-problems";

// Total over the catalogue: a problem type without a page does not compile, nor does a page without a type.
const pages: Readonly<Record<ProblemCode, ProblemPage>> = {
  ...payingProblems,
  ...keyProblems,
  ...changeProblems,
  ...requestProblems,
};

export const problemPages: ReadonlyMap<string, ProblemPage> = new Map(Object.entries(pages));

/** The index, in the order in which a reader is likely to meet them. */
export const problemGroups = [
  { title: "Paying and ordering", codes: codesOf(payingProblems) },
  { title: "Sending something twice", codes: codesOf(keyProblems) },
  { title: "Changing something", codes: codesOf(changeProblems) },
  { title: "Any request", codes: codesOf(requestProblems) },
] as const;

function codesOf<Code extends ProblemCode>(group: Readonly<Record<Code, ProblemPage>>): readonly Code[] {
  return Object.keys(group) as Code[];
}

export function isProblemCode(name: string): name is ProblemCode {
  return problemPages.has(name);
}

export function problemPageOf(code: ProblemCode): ProblemPage {
  return pages[code];
}
