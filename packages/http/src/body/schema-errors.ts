import type * as z from "zod";
import { type FieldError, jsonPointer } from "./field-error.ts";

type Issue = z.core.$ZodIssue;

/** Converts the issues of zod into field errors: for a union, those of the intended branch. */
export const schemaErrors = (error: z.ZodError, value: unknown): FieldError[] =>
  error.issues.flatMap((issue) => toFieldErrors(issue, value, []));

function toFieldErrors(issue: Issue, value: unknown, base: readonly PropertyKey[]): FieldError[] {
  const path = [...base, ...issue.path];
  // A union with a message of its own in the contract states its rule better than its branches.
  if (issue.code === "invalid_union" && issue.message === "Invalid input") {
    const branch = intendedBranch(issue.errors, valueAt(value, path));
    return branch.flatMap((inner) => toFieldErrors(inner, value, path));
  }
  const pointer = jsonPointer(path.map(String));
  if (issue.code === "invalid_type" && valueAt(value, path) === undefined) {
    return [{ pointer, detail: "Required." }];
  }
  return [{ pointer, detail: issue.message.replace(/^Invalid input: e/, "E") }];
}

/**
 * An upsert with an id is an update, one without is a creation. The branch that was not intended
 * complains about the id: it is present, or it is missing.
 */
const intendedBranch = (
  branches: readonly (readonly Issue[])[],
  value: unknown,
): readonly Issue[] =>
  branches.find((issues) => !issues.some((issue) => isAboutId(issue, value))) ?? branches[0] ?? [];

const isAboutId = (issue: Issue, value: unknown): boolean =>
  issue.code === "unrecognized_keys"
    ? issue.keys.some(isId)
    : issue.path.length === 1 && isId(issue.path[0]) && valueAt(value, issue.path) === undefined;

const isId = (key: PropertyKey | undefined) =>
  typeof key === "string" && key.toLowerCase() === "id";

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key];
  return found;
}
