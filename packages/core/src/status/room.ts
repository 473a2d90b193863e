import { type Bound, plainSql } from "../database/bound.ts";
import type { Executor, Results } from "../database/executor.ts";

/** The limits on the growth of a database. */
export interface RoomLimits {
  /** The most bytes that it can have, where the configuration or the plan says so. */
  readonly bytesMax?: number | undefined;
  /** Returns the free bytes of the disk; undefined if that is unknown. */
  readonly freeBytes?: (() => number | undefined) | undefined;
}

/** Returns the limits of a database that has at most these megabytes. */
export const roomLimitsOf = (megabytes: number | undefined): RoomLimits => ({
  bytesMax: megabytes === undefined ? undefined : megabytes * 1e6,
});

/** The size of a database, and what it can grow to. */
export interface Room {
  readonly bytes: number;
  /** The free bytes of the disk of a file. */
  readonly freeBytes: number | undefined;
  /** The most bytes that it can have; undefined if nobody knows. */
  readonly bytesMax: number | undefined;
  /** The part of these that it has, from 0 to 1. */
  readonly share: number | undefined;
}

const pagesSql = "select page_count * page_size from pragma_page_count(), pragma_page_size()";

/** Returns the statements that tell the size of a database: none where its results tell it. */
export const sizeStatements = ({ bytes }: Pick<Executor, "bytes">): readonly Bound[] =>
  bytes ? [] : [plainSql(pagesSql)];

/** Reads the size from the rows of these statements. */
export const sizeOf = ({ bytes }: Pick<Executor, "bytes">, results: Results): number =>
  bytes?.() ?? Number(results[0]?.[0]?.[0] ?? 0);

/**
 * Returns the room of a database of this size. A file grows as far as its disk, and no further than
 * a configured limit.
 */
export function roomOf(bytes: number, limits: RoomLimits = {}): Room {
  const freeBytes = limits.freeBytes?.();
  const ofDisk = freeBytes === undefined ? Infinity : bytes + freeBytes;
  const most = Math.min(limits.bytesMax ?? Infinity, ofDisk);
  const isKnown = Number.isFinite(most) && most > 0;
  return {
    bytes,
    freeBytes,
    bytesMax: isKnown ? most : undefined,
    share: isKnown ? bytes / most : undefined,
  };
}

/** Reads the size of a database, and what limits it. */
export async function readRoom(
  executor: Pick<Executor, "read" | "bytes">,
  limits: RoomLimits,
): Promise<Room> {
  // D1 tells the size with any result.
  const [statement = plainSql("select 1")] = sizeStatements(executor);
  return roomOf(sizeOf(executor, await executor.read([statement])), limits);
}
