import type { components } from "./schema.gen.ts";

/** A refusal as the service answers it: RFC 9457 with a code. */
export type Problem = components["schemas"]["Problem"];

/** Thrown for every answer that is not a success. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}
