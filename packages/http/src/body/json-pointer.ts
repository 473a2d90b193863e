const STEP_MAX = 128;

/**
 * The JSON pointer (RFC 6901) of the place that keys and indexes lead to; "" is the whole body.
 * A key of more than 128 characters is cut, so that an answer can't be made much larger than
 * the body that it refuses.
 */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${escaped(String(step))}`).join("");

function escaped(step: string): string {
  const shown = step.length > STEP_MAX ? `${step.slice(0, STEP_MAX).toWellFormed()}…` : step;
  return shown.replaceAll("~", "~0").replaceAll("/", "~1");
}
