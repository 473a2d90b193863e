/** A place in the request that breaks a rule, and the rule. */
export interface FieldError {
  /** A JSON pointer into the body; "" is the whole body, or a part of the request outside it. */
  readonly pointer: string;
  /** A sentence for the client. */
  readonly detail: string;
}

/** A problem document lists at most this many errors. */
export const fieldErrorsMax = 100;

const repeatedCharsMax = 128;

/**
 * Returns the JSON pointer (RFC 6901) of the place that keys and indexes lead to; "" is the whole
 * body. Shortens long keys.
 */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${escaped(shortened(String(step)))}`).join("");

/**
 * Cuts a client's text after 128 characters before a response repeats it: a response must not be
 * much larger than the request that it refuses.
 */
export const shortened = (text: string): string =>
  text.length > repeatedCharsMax ? `${text.slice(0, repeatedCharsMax).toWellFormed()}…` : text;

const escaped = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");
