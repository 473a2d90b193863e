const STEP_MAX = 128;

/**
 * The JSON pointer (RFC 6901) of the place that keys and indexes lead to; "" is the whole body.
 * Long keys are shortened.
 */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${escaped(shortened(String(step)))}`).join("");

/**
 * A text of the client's as an answer repeats it: of more than 128 characters the first 128, so
 * that an answer can't be made much larger than the request that it refuses.
 */
export const shortened = (text: string): string =>
  text.length > STEP_MAX ? `${text.slice(0, STEP_MAX).toWellFormed()}…` : text;

const escaped = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1");
