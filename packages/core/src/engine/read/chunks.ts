import type { Bound, RawRow } from "../../database/bound.ts";
import type { Executor } from "../../database/executor.ts";
import { limitedInBytes, readFitting } from "../../database/fitting-rows.ts";
import type { Context } from "../context.ts";
import { chunksOf } from "../../values/lazily.ts";
import { readChecked } from "./checked.ts";

/**
 * A place in the order of a list: the value that orders it, and the id that orders equal values. The
 * value is null before the first row of an order that goes down.
 */
export interface Place {
  readonly value: number | string | null;
  readonly id: number;
}

/** The part of a list that a read takes: what follows a place, in the order of the list. */
interface Range {
  readonly after: Place;
  /** The largest id that it can have; of a list in descending order, the smallest one. */
  readonly upTo: number;
}

/** A chunk to read. */
export interface Chunk extends Range {
  readonly rows: number;
  /** The number of rows that its first read takes. */
  readonly firstRows: number;
  /** The most parts of an index that it passes to their ends. */
  readonly partsMax?: number | undefined;
}

/** The values of the placeholders of one read. */
interface ChunkValues {
  readonly after: number | string | null;
  readonly afterId: number;
  readonly upTo: number;
  readonly rows: number;
}

/** The place at which a part of an index ends. Its value is null where the index ends. */
export interface EndOfPart {
  readonly value: number | string | null;
  readonly id: number;
}

/** The statements of a list that is being read. */
export interface ListReading<Row> {
  readonly chunk: (values: ChunkValues) => Bound<Row>;
  readonly placeOf: (row: Row) => Place;
  readonly isDescending?: boolean;
  readonly largestId: Bound<{ id: number }>;
  /** Whether no index leads to the rows, so that the read walks over all ids, in ascending order. */
  readonly isWalk: boolean;
  /** Finds the end of the part of an index that a read passes. The chunk itself ends there too. */
  readonly passed?: ((values: ChunkValues) => Bound<EndOfPart>) | undefined;
}

/** A chunk that was read. */
export interface ReadChunk<Row> extends Range {
  readonly rows: readonly Row[];
  /** The number of rows that the next chunk takes. */
  readonly nextRows: number;
  /** Whether it is known that no row follows. */
  readonly isLast: boolean;
  /** The number of rows that the next read of a file takes. */
  readonly firstRows: number;
}

/**
 * Reads the following chunks, up to the largest id at the time of the second one: rows that are
 * added meanwhile must not keep a list from ending. Each read checks the key.
 */
export async function* followingChunks<Row>(
  context: Context,
  reading: ListReading<Row>,
  first: ReadChunk<Row>,
): AsyncGenerator<readonly Row[]> {
  const { executor } = context;
  let read = first;
  for (let isSecond = true; !read.isLast; isSecond = false) {
    const { after, upTo, nextRows } = read;
    const firstRows = executor.isLocal ? read.firstRows : nextRows;
    // oxlint-disable-next-line no-await-in-loop -- otherwise a file would be read to its end
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    read = await readChunk(context, reading, { after, upTo, rows: nextRows, firstRows }, isSecond);
    if (read.rows.length > 0) yield read.rows;
  }
}

/** The most ids that one read of a walk passes: 10 ms in which no other work runs. */
export const walkedIdsMax = 10_000;

/**
 * Reads a chunk; with `isBounded`, up to the present largest id. On a file it takes several reads:
 * a page can hold a thousand slots with hundreds of candidates each. The chunk ends early if its
 * rows are too long for one result of the database, since the process must hold all of them.
 */
export async function readChunk<Row>(
  context: Context,
  reading: ListReading<Row>,
  wanted: Chunk,
  isBounded = reading.isWalk,
): Promise<ReadChunk<Row>> {
  const { executor } = context;
  const { placeOf, isDescending = false } = reading;
  let { after, upTo, firstRows } = wanted;
  const raw: RawRow[] = [];
  let parts = 0;
  for (;;) {
    const next = Math.min(wanted.rows - raw.length, firstRows);
    const walked = Number(after.value) + walkedIdsMax;
    const range = { after, upTo: reading.isWalk ? Math.min(upTo, walked) : upTo };
    // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
    const read = await readPart(context, reading, { ...range, rows: next }, isBounded);
    for (const row of read.found) raw.push(row);
    if (!isDescending) upTo = Math.min(upTo, read.largest);
    const isCut = read.found.length === read.fitting;
    const isAtEnd = isDescending || range.upTo >= upTo;
    const isLast = !isCut && (reading.passed ? read.passedTo === null : isAtEnd);
    if (!isCut) parts++;
    const isFull = isCut && read.fitting < next;
    firstRows = isFull ? read.fitting : Math.min(2 * firstRows, executor.listRows);
    if (isCut) after = placeOf(read.toRow(raw.at(-1)!));
    else after = read.passedTo ?? { value: range.upTo, id: range.upTo };
    if (isLast || isFull || raw.length === wanted.rows || parts === wanted.partsMax) {
      const nextRows = isLast ? 0 : rowsOfNextRead(executor, raw, rawValues);
      return { rows: raw.map(read.toRow), after, nextRows, upTo, isLast, firstRows };
    }
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

/** Reads the rows of one part of a chunk, and where it ends, in one round trip. */
async function readPart<Row>(
  context: Context,
  { chunk, largestId, passed }: ListReading<Row>,
  { after, upTo, rows: wanted }: Range & { readonly rows: number },
  isBounded: boolean,
) {
  const { result, fitting } = await readFitting(wanted, async (rows) => {
    const values = { after: after.value, afterId: after.id, upTo, rows };
    const bound = limitedInBytes(rows, chunk(values));
    const largest = isBounded ? [largestId] : [];
    const end = passed?.(values);
    const results = await readChecked(context, [bound, ...largest, ...(end ? [end] : [])]);
    return { results, toRow: bound.row, end };
  });
  const { results, toRow, end } = result;
  return {
    found: results[0]!,
    fitting,
    toRow,
    largest: isBounded ? largestId.row(results[1]![0]!).id : Number.MAX_SAFE_INTEGER,
    passedTo: end ? placeAt(end.row(results.at(-1)![0]!)) : null,
  };
}

const placeAt = ({ value, id }: EndOfPart): Place | null => (value === null ? null : { value, id });

/** The limits of one read of a long list: a Worker must hold it, and those of other requests. */
const readRowsMax = 50_000;
const readLengthMax = 2_000_000;

const rawValues = (raw: RawRow) => raw;

/**
 * The number of rows that the next read of a list takes. D1 limits the queries of one request, so
 * each read takes twice the rows of the one before, while their text is short. On a file the number
 * stays the same, so that other work can run in between. `valuesOf` returns the values of a row.
 */
export function rowsOfNextRead<Row>(
  { isLocal, listRows }: Executor,
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly unknown[],
): number {
  if (isLocal) return listRows;
  let length = 0;
  for (const row of rows) {
    for (const value of valuesOf(row)) length += typeof value === "string" ? value.length : 8;
  }
  const fitting = Math.floor((rows.length * readLengthMax) / length);
  return Math.max(listRows, Math.min(2 * rows.length, readRowsMax, fitting));
}

/**
 * Reads what belongs to these items; from a file in parts, so that other work can run in between: a
 * page can have a thousand items.
 */
export async function readInParts<Item, Row>(
  executor: Executor,
  items: readonly Item[],
  read: (some: readonly Item[]) => Promise<readonly Row[]>,
  partMax = executor.listRows,
): Promise<readonly Row[]> {
  if (!executor.isLocal || items.length <= partMax) return read(items);
  const all: Row[] = [];
  for (const [index, some] of [...chunksOf(items, partMax)].entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    if (index > 0) await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    for (const row of await read(some)) all.push(row);
  }
  return all;
}
