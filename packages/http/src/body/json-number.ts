/** A double keeps every decimal of at most 15 digits unchanged. */
const exactDigitsMax = 15;

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Returns the place after the JSON number that starts at `at`; `at` itself if none does. */
export function numberEnd(text: string, at: number): number {
  numberPattern.lastIndex = at;
  return numberPattern.test(text) ? numberPattern.lastIndex : at;
}

/**
 * Returns why a double can't hold the JSON number `source`, as a sentence; undefined if it can.
 * `value` is `source` read as a double.
 */
export function numberFault(source: string, value: number): string | undefined {
  if (!Number.isFinite(value)) return "This number is too large.";
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return "Integers range from -(2^53 - 1) to 2^53 - 1.";
  }
  return isFaithful(source, value)
    ? undefined
    : "This number has more digits than can be stored exactly.";
}

/** Returns whether the double prints as the decimal in the source, in either notation. */
function isFaithful(source: string, value: number): boolean {
  if (source.length <= exactDigitsMax && !/e/i.test(source)) return true;
  return scientific(source) === scientific(String(value));
}

/** Returns a decimal's digits without sign and outer zeros, and the power of the last one. */
function scientific(source: string): string {
  const [mantissa = "", exponent = "0"] = source.toLowerCase().replace(/^-/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = (whole + fraction).replace(/^0+/, "");
  // Not /0+$/, which takes quadratic time on long runs of zeros inside the number.
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end -= 1;
  if (end === 0) return "0";
  return `${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
