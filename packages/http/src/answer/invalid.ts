import { RequestRefusal } from "./problem.ts";

/** A place in the request at fault, with the rule that it breaks. */
export interface FieldError {
  /** As a JSON pointer into the body; "" is the whole body, or what is not in it. */
  readonly pointer: string;
  /** A sentence for the client. */
  readonly detail: string;
}

/** Of more errors than these the client is not told. */
export const mostErrors = 100;

/** The detail repeats so many of them. */
const mostRepeated = 3;

/** Refuses a request that breaks the contract; `told` words an error for the detail. */
export function invalid(
  found: readonly FieldError[],
  told: (error: FieldError) => string,
): RequestRefusal {
  const errors = found.slice(0, mostErrors);
  const more = errors.length - mostRepeated;
  const sentences = errors.slice(0, mostRepeated).map(told);
  if (more > 0) sentences.push(`And ${more} more in errors.`);
  return new RequestRefusal("validation_failed", sentences.join(" "), { errors });
}
