/** The digits of a short UUID, in the order of their codes: short UUIDs sort as the UUIDs do. */
const digits = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

const uuidForm = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
const shortForm = /^[-0-2][\w-]{21}$/;

/** Whether a text is a UUID as this service writes them. */
export const isUuid = (text: string): boolean => uuidForm.test(text);

/**
 * Returns the 16 bytes of a UUID as 22 characters: a column of text takes no bytes. The first
 * character has four bits, each other one six.
 */
export function shortUuid(uuid: string): string {
  const hex = `0${uuid.replaceAll("-", "")}`;
  let short = "";
  for (let at = 0; at < hex.length; at += 3) {
    const bits = Number.parseInt(hex.slice(at, at + 3), 16);
    short += digits[bits >> 6]! + digits[bits & 63]!;
  }
  return short;
}

/** Returns the UUID of a short one. Any other text is returned as it is. */
export function longUuid(text: string): string {
  if (!shortForm.test(text)) return text;
  let hex = "";
  for (let at = 0; at < text.length; at += 2) {
    const bits = (digits.indexOf(text[at]!) << 6) | digits.indexOf(text[at + 1]!);
    hex += bits.toString(16).padStart(3, "0");
  }
  return `${hex.slice(1, 9)}-${hex.slice(9, 13)}-${hex.slice(13, 17)}-${hex.slice(17, 21)}-${hex.slice(21)}`;
}
