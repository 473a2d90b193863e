import type { Attribution } from "../engine/index.ts";
import { fitsDecimalPlaces, formatQuantity, quantityMax, scale } from "../values/decimal.ts";
import { Refusal, refusalAt, refuseInvalid } from "../refusal.ts";

/** The most parts that a record can have: one request can send all of them back. */
const partsMax = { versions: 200, candidates: 1000, properties: 500 };

/**
 * Refuses (`too_many`) more parts than a request can send back. Parts that the record already has
 * are always accepted. `pointer` is the place of their array in the body.
 */
export function requirePartsWithinMax(
  part: keyof typeof partsMax,
  before: number,
  after: number,
  pointer: string,
): void {
  if (after <= Math.max(before, partsMax[part])) return;
  const limit = partsMax[part];
  const detail = `The record would have ${after} ${part}; the maximum is ${limit}.`;
  throw refusalAt("too_many", pointer, detail, { limit });
}

/** An endpoint's limit for a text: VARCHAR2(n BYTE) or VARCHAR2(n). */
export type TextLimit = { readonly bytes: number } | { readonly characters: number };

/** A text that an update sends, where another endpoint can have stored a longer one. */
export interface LimitedText {
  /** The place of the text in the body, as a JSON pointer. */
  readonly pointer: string;
  readonly sent: string | null | undefined;
  readonly limit: TextLimit;
  /** The present text of the record, which is always accepted back. */
  readonly stored: string | null | undefined;
}

const utf8 = new TextEncoder();

/** Refuses (`validation_failed`) texts that exceed their limits and differ from the stored ones. */
export function requireWithinLimits(texts: readonly LimitedText[]): void {
  const errors = texts
    .filter(({ sent, limit, stored }) => sent && sent !== stored && isTooLong(sent, limit))
    .map(({ pointer, limit }) => ({ pointer, detail: formatLimit(limit) }));
  refuseInvalid(errors);
}

const isTooLong = (text: string, limit: TextLimit): boolean =>
  "bytes" in limit
    ? utf8.encode(text).length > limit.bytes
    : Array.from(text).length > limit.characters;

const formatLimit = (limit: TextLimit): string =>
  "bytes" in limit
    ? `At most ${limit.bytes} bytes in UTF-8.`
    : `At most ${limit.characters} characters.`;

const hourMs = 3_600_000;

/**
 * Returns the time to decide by: when it happened, or now. Refuses (`validation_failed`) a time in
 * the future, and (`backdated`) one that lies further back than the caller may date it.
 */
export function requireHappened(
  occurredAt: number | null | undefined,
  { at: now, backdatingHours: hours }: Pick<Attribution, "at" | "backdatingHours">,
): number {
  if (occurredAt == null) return now;
  if (occurredAt > now) {
    throw new Refusal("validation_failed", "occurredAt is in the future.", {
      errors: [{ pointer: "/occurredAt", detail: "Must not be in the future." }],
    });
  }
  if (hours === undefined) return occurredAt;
  const earliest = now - hours * hourMs;
  if (occurredAt >= earliest) return occurredAt;
  const limit = hours === 1 ? "1 hour" : `${hours} hours`;
  throw refusalAt(
    "backdated",
    "/occurredAt",
    `occurredAt is ${formatTime(occurredAt)}, more than ${limit} ago. This key can ` +
      `date at most ${limit} back. An engineer's or an administrator's key can date further.`,
    { limit: hours, earliest: formatTime(earliest) },
  );
}

/** Formats a time as messages name it. */
export const formatTime = (at: number): string => new Date(at).toISOString();

/** A product as messages name it, with the number of decimals and the unit of its quantities. */
export interface MeasuredProduct {
  readonly name: string;
  readonly inventoryDecimalPlaces: number;
  /** The name of its base unit. */
  readonly unit: string;
}

/**
 * Refuses (`decimal_places`) a quantity with more decimals than its product has. `pointer` is its
 * place in the body, if it has one.
 */
export function requireDecimalPlaces(
  qty: number,
  { name, inventoryDecimalPlaces: places, unit }: MeasuredProduct,
  pointer?: string,
): void {
  if (fitsDecimalPlaces(qty, places)) return;
  const decimals = places === 1 ? "1 decimal" : `${places} decimals`;
  throw refusalAt(
    "decimal_places",
    pointer,
    `${formatQuantity(qty)} ${unit} has too many decimals: ${name} is kept in ${decimals}.`,
    { limit: places },
  );
}

/**
 * Refuses (`quantity_range`) a sum in millionths with more than nine digits before the point.
 * `pointer` is the place in the body of the quantity that was added. `subject` names the record
 * that would hold the sum.
 */
export function requireInRange(qty: number, unit: string, subject: string, pointer: string): void {
  if (qty <= quantityMax) return;
  throw refusalAt(
    "quantity_range",
    pointer,
    `${subject} would hold ${formatQuantity(qty)} ${unit}, which has more than 9 digits before the ` +
      "decimal point.",
    { limit: quantityMax / scale },
  );
}
