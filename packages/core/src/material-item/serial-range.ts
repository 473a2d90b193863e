import { type SQL, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { serialRange } from "../database/schema/index.ts";
import { holderOf } from "../history/former-serial.ts";
import { type Refusal, refusalAt } from "../refusal.ts";

/** The most taken numbers that one request passes over. */
export const takenNumbersMax = 10_000;

/** The largest number in a serial that the contract accepts. A range without an end ends there. */
export const serialNumberMax = 999_999_999_999_999;

/** Selects serial ranges with the fields that serials are made from. Verbs add conditions. */
export const selectSerialRanges = () =>
  query
    .select({
      id: serialRange.id,
      revNo: serialRange.revNo,
      name: serialRange.name,
      prefix: serialRange.prefix,
      nextNumber: serialRange.nextNumber,
      endNumber: serialRange.endNumber,
      padding: serialRange.padding,
    })
    .from(serialRange);
export type SerialRange = Awaited<ReturnType<typeof selectSerialRanges>>[number];

/** Whether an item has or had a folded serial. */
const isTaken = (serial: SQL): SQL => sql`(${holderOf(serial)} is not null)`;

/**
 * Makes the subquery of the first numbers that give serials which no item has or had: `owner_id`
 * and `number`. `wanted` selects an owner's id, the folded text before the number, the padding, the
 * first and the last number to try, and how many to find. The search ends after `takenNumbersMax`
 * taken numbers: in all, or before each number (`perNumber`) where each is for another request. A
 * prefix is ASCII, which lower() folds completely.
 */
export function freeNumbers(wanted: SQL, { perNumber = false } = {}): SQL {
  const skipped = sql.raw(perNumber ? "iif(is_taken, skipped + 1, 0)" : "skipped + is_taken");
  return sql`(with recursive wanted (owner_id, stem, padding, number, last, missing) as (
      ${wanted}
    ), tried (owner_id, stem, padding, number, last, missing, skipped, is_taken) as (
      select *, 0, ${isTaken(sql`stem || printf('%0*d', padding, number)`)}
      from wanted where number <= last
      union all
      select owner_id, stem, padding, number + 1, last, missing - 1 + is_taken, ${skipped},
        ${isTaken(sql`stem || printf('%0*d', padding, number + 1)`)}
      from tried where number < last and missing - 1 + is_taken > 0
        and ${skipped} <= ${takenNumbersMax}
    ) select owner_id, number from tried where not is_taken)`;
}

/** Returns the serial of a number of a range. */
export const serialOf = (range: Pick<SerialRange, "prefix" | "padding">, number: number): string =>
  `${range.prefix}${String(number).padStart(range.padding, "0")}`;

/** A request that finds too few free numbers. */
interface Shortage {
  /** The numbers that it needs, and those that it found. */
  readonly count: number;
  readonly free: number;
  /** The name of the request, and what to do instead of making serials. */
  readonly verb: string;
  readonly otherwise: string;
  readonly pointer?: string;
}

/** Returns the refusal (`serial_range`) of a request that finds too few free numbers in a range. */
export function tooFewNumbers(range: SerialRange, product: string, shortage: Shortage): Refusal {
  const { count, free, pointer } = shortage;
  const left = Math.max(0, (range.endNumber ?? serialNumberMax) - range.nextNumber + 1);
  if (left - free > takenNumbersMax) {
    return tooManyTaken(
      `serials from ${serialOf(range, range.nextNumber)} on`,
      `Raise the next number of the serial range ${range.name}`,
      shortage,
    );
  }
  const taken = left > free ? " that no item has or had" : "";
  return refusalAt(
    "serial_range",
    pointer,
    `The serial range ${range.name} of ${product} has ${free} numbers left${taken}, ` +
      `and ${count} ${count === 1 ? "is" : "are"} needed.`,
  );
}

/** Returns the refusal (`serial_range`) of a request that would pass over too many taken serials. */
export const tooManyTaken = (
  serials: string,
  remedy: string,
  { verb, otherwise, pointer }: Pick<Shortage, "verb" | "otherwise" | "pointer">,
): Refusal =>
  refusalAt(
    "serial_range",
    pointer,
    `More than ${takenNumbersMax} of the ${serials} belong to items already, and a ${verb} passes ` +
      `over no more. ${remedy}, or ${otherwise}.`,
  );
