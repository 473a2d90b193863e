import type * as z from "zod";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "an array",
  tuple: "an array",
};

/** Returns the number of parts that a limit counts, in words. */
function counted(origin: string, limit: number | bigint): string {
  if (origin === "array") return limit === 1 ? "one entry" : `${limit} entries`;
  if (origin === "string") return limit === 1 ? "one character" : `${limit} characters`;
  return String(limit);
}

/**
 * Returns the sentence for a broken rule of a schema that has no sentence of its own: the rule, in
 * the words of the people who send requests.
 */
export function validationText(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "Required.";
      return `Must be ${kinds[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      if (issue.values.length === 1) return `Must be ${String(issue.values[0])}.`;
      return `Must be one of ${issue.values.join(", ")}.`;
    case "too_small":
      return `At least ${counted(issue.origin, issue.minimum)}.`;
    case "too_big":
      return `At most ${counted(issue.origin, issue.maximum)}.`;
    case "unrecognized_keys":
      return `Unknown: ${issue.keys.join(", ")}.`;
    default:
      // Every other rule of the contract has its own sentence.
      return undefined;
  }
}
