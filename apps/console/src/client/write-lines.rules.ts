import type { Problem } from "@asbuilt/client";

/** The problem of a line in its result, or of the whole request. */
export type ProblemOfLines = Omit<Problem, "requestId"> & Partial<Pick<Problem, "requestId">>;

/** Returns the problem of one line of a batch as its single request would have it. */
export function problemOfLine(problem: ProblemOfLines, line: number): Problem {
  const { errors, requestId = "", ...rest } = problem;
  const place = `/lines/${line}`;
  const own = errors?.flatMap(({ pointer, detail }) =>
    pointer === place || pointer.startsWith(`${place}/`)
      ? { pointer: pointer.slice(place.length), detail }
      : [],
  );
  return { ...rest, requestId, ...(own && own.length > 0 && { errors: own }) };
}
