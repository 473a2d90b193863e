/** Every decimal of at most this many digits survives a double unchanged. */
const DIGITS_SAFE = 15;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** The place behind the JSON number that starts at `at`, or `at` itself if none does. */
export function numberEnd(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : at;
}

/**
 * What keeps a double from holding the JSON number `source`, as a sentence; undefined if
 * nothing does. `value` is the double that it reads as.
 */
export function numberFault(source: string, value: number): string | undefined {
  if (!Number.isFinite(value)) return "This number is too large.";
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return "Integers range from -(2^53 - 1) to 2^53 - 1.";
  }
  return isFaithful(source, value) ? undefined : "This number has more digits than are kept.";
}

/** Whether a double prints the decimal that was written, whatever the notation. */
function isFaithful(source: string, value: number): boolean {
  if (source.length <= DIGITS_SAFE && !/e/i.test(source)) return true;
  return scientific(source) === scientific(String(value));
}

/** A decimal without its sign, as its digits without outer zeros and the last one's power. */
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
