import type { components } from "./schema.gen.ts";

type Schemas = components["schemas"];

/** The codes that the service had when this client was made. */
export type KnownProblemCode = Schemas["ProblemCode"];

/**
 * The code of a refusal. It is `unknown` if the response did not come from the service. A service
 * that is newer than its client can have more codes.
 */
export type ProblemCode = KnownProblemCode | "unknown" | (string & Record<never, never>);

/** A refusal as the service sends it: RFC 9457 with a code. */
export type Problem = Omit<Schemas["Problem"], "code"> & { readonly code: ProblemCode };

/** The error for every response that is not a success, also if the outcome is unknown. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;
  /** The response with the problem, for its headers. Its body has been read. */
  readonly response: Response;

  constructor(problem: Problem, response: Response) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
    this.response = response;
  }
}
