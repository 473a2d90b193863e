import type { KnownProblemCode } from "./operations.gen.ts";
import type { components } from "./schema.gen.ts";

/**
 * What the refusal is, in a word: `unknown` where something else than the service has answered. A
 * service that is newer than its client may know others.
 */
export type ProblemCode = KnownProblemCode | "unknown" | (string & Record<never, never>);

/** A refusal as the service answers it: RFC 9457 with a code. */
export type Problem = components["schemas"]["Problem"] & { readonly code: ProblemCode };

/** Thrown for every answer that is not a success, also where it is not known what was done. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;
  /** What the problem came in, for its headers: its body has been read. */
  readonly response: Response;

  constructor(problem: Problem, response: Response) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
    this.response = response;
  }
}
