import type * as z from "zod";
import type { FieldError } from "../answer/invalid.ts";
import { jsonPointer } from "./json-pointer.ts";

type Issue = z.core.$ZodIssue;

/** What zod found, by field. Of a union it tells what the meant branch found. */
export const fieldErrors = (error: z.ZodError, value: unknown): FieldError[] =>
  error.issues.flatMap((issue) => tell(issue, value, []));

function tell(issue: Issue, value: unknown, base: readonly PropertyKey[]): FieldError[] {
  const path = [...base, ...issue.path];
  // A union whose contract words the rule itself is told by that.
  if (issue.code === "invalid_union" && issue.message === "Invalid input") {
    const branch = meantBranch(issue.errors, at(value, path));
    return branch.flatMap((inner) => tell(inner, value, path));
  }
  const pointer = jsonPointer(path.map(String));
  if (issue.code === "invalid_type" && at(value, path) === undefined) {
    return [{ pointer, detail: "Required." }];
  }
  return [{ pointer, detail: issue.message.replace(/^Invalid input: e/, "E") }];
}

/**
 * An upsert is an update where it has an id and a creation where it has none. The branch that was
 * not meant complains of the id: that it is there, or that it is missing.
 */
const meantBranch = (branches: readonly (readonly Issue[])[], value: unknown): readonly Issue[] =>
  branches.find((issues) => !issues.some((issue) => isAboutId(issue, value))) ?? branches[0] ?? [];

const isAboutId = (issue: Issue, value: unknown): boolean =>
  issue.code === "unrecognized_keys"
    ? issue.keys.some(isId)
    : issue.path.length === 1 && isId(issue.path[0]) && at(value, issue.path) === undefined;

const isId = (key: PropertyKey | undefined) =>
  typeof key === "string" && key.toLowerCase() === "id";

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key];
  return found;
}
