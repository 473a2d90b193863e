import type { Bound, RawRow } from "../../database/bound.ts";
import type { Executor } from "../../database/executor.ts";
import { limitedInBytes, readFitting } from "../../database/fitting-rows.ts";
import type { Context } from "../context.ts";
import { chunksOf } from "../../values/lazily.ts";
import { readChecked } from "./checked.ts";

/** The rows that a read takes: those with ids in this range, in the order of their ids. */
interface Chunk {
  readonly after: number;
  readonly upTo: number;
  readonly rows: number;
  /** The number of rows that its first read takes. */
  readonly firstRows: number;
}

/** The statements of a list that is being read. */
export interface ListReading<Row> {
  readonly chunk: (values: Omit<Chunk, "firstRows">) => Bound<Row>;
  readonly largestId: Bound<{ id: number }>;
  /** Whether no index leads to the rows, so that the read walks over all ids. */
  readonly isWalk: boolean;
}

/** A chunk that was read. */
export interface ReadChunk<Row> {
  readonly rows: readonly Row[];
  /** The number of rows that the next chunk takes. */
  readonly nextRows: number;
  /** The largest id that the next chunk can have. */
  readonly upTo: number;
  /** Whether it is known that no row follows. */
  readonly isLast: boolean;
  /** The number of rows that the next read of a file takes. */
  readonly firstRows: number;
}

/**
 * Reads the following chunks, up to the largest id at the time of the second one: rows that are
 * added meanwhile must not keep a list from ending. Each read checks the key.
 */
export async function* followingChunks<Row extends { id: number }>(
  context: Context,
  reading: ListReading<Row>,
  first: ReadChunk<Row>,
): AsyncGenerator<readonly Row[]> {
  const { executor } = context;
  let { rows, nextRows, upTo, isLast, firstRows } = first;
  let after = rows.at(-1)?.id ?? 0;
  for (let isSecond = true; !isLast; isSecond = false) {
    const chunk = {
      after,
      upTo,
      rows: nextRows,
      firstRows: executor.isLocal ? firstRows : nextRows,
    };
    // oxlint-disable-next-line no-await-in-loop -- otherwise a file would be read to its end
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- each chunk begins where the one before ended
    const read = await readChunk(context, reading, chunk, isSecond);
    ({ rows, nextRows, upTo, isLast, firstRows } = read);
    after = rows.at(-1)?.id ?? after;
    if (rows.length > 0) yield rows;
  }
}

/** The most ids that one read of a walk passes: 10 ms in which no other work runs. */
const walkedIdsMax = 10_000;

/**
 * Reads a chunk; with `isBounded`, up to the present largest id. On a file it takes several reads:
 * a page can hold a thousand slots with hundreds of candidates each. The chunk ends early if its
 * rows are too long for one result of the database, since the process must hold all of them.
 */
export async function readChunk<Row extends { id: number }>(
  context: Context,
  { chunk, largestId, isWalk }: ListReading<Row>,
  wanted: Chunk,
  isBounded = isWalk,
): Promise<ReadChunk<Row>> {
  const { executor } = context;
  let { after, upTo, firstRows } = wanted;
  const raw: RawRow[] = [];
  for (;;) {
    const next = Math.min(wanted.rows - raw.length, firstRows);
    const end = isWalk ? Math.min(upTo, after + walkedIdsMax) : upTo;
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
    const { result, fitting } = await readFitting(next, async (rows) => {
      const bound = limitedInBytes(rows, chunk({ after: from, upTo: end, rows }));
      const results = await readChecked(context, isBounded ? [bound, largestId] : [bound]);
      return { results, toRow: bound.row };
    });
    const { results, toRow } = result;
    const [found, largest] = results;
    if (largest) upTo = Math.min(upTo, largestId.row(largest[0]!).id);
    for (const row of found!) raw.push(row);
    const isCut = found!.length === fitting;
    const isLast = end >= upTo && !isCut;
    const isFull = isCut && fitting < next;
    firstRows = isFull ? fitting : Math.min(2 * firstRows, executor.listRows);
    if (isLast || isFull || raw.length === wanted.rows) {
      const nextRows = isLast ? 0 : rowsOfNextRead(executor, raw, rawValues);
      return { rows: raw.map(toRow), nextRows, upTo, isLast, firstRows };
    }
    after = isCut ? toRow(raw.at(-1)!).id : end;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

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
