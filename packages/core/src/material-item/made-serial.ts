import { inArray, sql } from "drizzle-orm";
import { each, given, query } from "../database/query.ts";
import { serialRange } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Change, type Revision, type RowsOf, update } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { foldedNames } from "../rules/named.ts";
import { foldCase } from "../values/fold-case.ts";
import type { ProductToReceive } from "./new-item.ts";
import {
  freeNumbers,
  selectSerialRanges,
  serialNumberMax,
  serialOf,
  tooFewNumbers,
} from "./serial-range.ts";

const rangesOfProducts = () =>
  sql`(select serial_range_id from product where name_key in ${each("products")})`;

const rangesToUse = statement(() =>
  selectSerialRanges().where(inArray(serialRange.id, rangesOfProducts())),
);

/** Reads the first `count` numbers of the ranges that give serials which no item has or had. */
const numbersToUse = statement(() =>
  query
    .select({
      rangeId: sql<number>`free.owner_id`.mapWith(Number).as("range_id"),
      number: sql<number>`free.number`.mapWith(Number).as("number"),
    })
    .from(
      sql`${freeNumbers(
        sql`select id, lower(prefix), padding, next_number,
          coalesce(end_number, ${serialNumberMax}), ${given("count")}
        from serial_range where id in ${rangesOfProducts()}`,
        { perNumber: true },
      )} as free`,
    )
    .orderBy(sql`free.owner_id`, sql`free.number`),
);

/**
 * Reads the serial ranges of products, and the next numbers of each range. `requests` is how many
 * requests are decided together: each of them can take at most one serial.
 */
export function loadMadeSerials(productNames: readonly string[], requests: number) {
  if (productNames.length === 0) return { ranges: undefined, numbers: undefined };
  const products = foldedNames(productNames);
  return {
    ranges: rangesToUse({ products }),
    numbers: numbersToUse({ products, count: requests }),
  };
}
export type SerialFacts = RowsOf<ReturnType<typeof loadMadeSerials>>;

/** A serial that is made from a range, and the range before and after it. */
export interface MadeSerial {
  readonly visualSerialNo: string;
  readonly range: Revision & { readonly nextNumber: number; readonly next: number };
}

/**
 * Returns the next serial of a product's range. `taken` are the items that the facts hold. Refuses
 * (`serial_range`) a product without a range, and a range that has no serial left.
 */
export function makeSerial(
  { ranges, numbers }: SerialFacts,
  { name, serialRangeId }: ProductToReceive,
  taken: readonly { readonly serialKey: string }[],
): MadeSerial {
  const pointer = "/makeSerial";
  const range = ranges.find(({ id }) => id === serialRangeId);
  if (!range) {
    throw refusalAt(
      "serial_range",
      pointer,
      `${name} has no serial range to make a serial from. Send visualSerialNo, or give the ` +
        "product a serial range.",
    );
  }
  const keys = new Set(taken.map(({ serialKey }) => serialKey));
  const found = numbers.find(
    ({ rangeId, number }) =>
      rangeId === range.id &&
      number >= range.nextNumber &&
      !keys.has(foldCase(serialOf(range, number))),
  );
  if (!found) {
    const instead = { verb: "Receive", otherwise: "send visualSerialNo" };
    throw tooFewNumbers(range, name, { count: 1, free: 0, ...instead, pointer });
  }
  const { id, revNo, nextNumber } = range;
  return {
    visualSerialNo: serialOf(range, found.number),
    range: { id, revNo, nextNumber, next: found.number + 1 },
  };
}

/** Returns the change of a range that a serial was made from. */
export const numbered = ({ range, visualSerialNo }: MadeSerial): Change =>
  update(
    "SerialRange",
    range,
    { nextNumber: range.next },
    { action: "numbered", detail: { visualSerialNo } },
  );

/** Brings the ranges up to date, so that the next request takes the next number. */
export function useSerial(facts: SerialFacts, { range: { id, revNo, next } }: MadeSerial): void {
  facts.ranges = facts.ranges.map((range) =>
    range.id === id ? { ...range, revNo: revNo + 1, nextNumber: next } : range,
  );
}
