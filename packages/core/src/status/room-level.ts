import { plainSql } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnlogged } from "../database/unlogged.ts";
import { readRoom, type Room, type RoomLimits } from "./room.ts";

/** The percents of its limit at which a database is reported; 0 is below them. */
const levels = [90, 70, 0] as const;
export type RoomLevel = (typeof levels)[number];

/** A level ends only 5 percent below it: a size that swings around it is one crossing. */
const slack = 5;

/** Returns the level of a database that had another one. */
export function roomLevelOf(share: number, before: RoomLevel): RoomLevel {
  const percent = 100 * share;
  return levels.find((level) => percent >= level - (level <= before ? slack : 0))!;
}

const storedLevel = plainSql("select level from room_level where id = 1");
const storeLevel = (level: RoomLevel, at: number) =>
  plainSql(
    `insert into room_level (id, level, at) values (1, ?, ?)
    on conflict (id) do update set level = excluded.level, at = excluded.at`,
    [level, at],
  );

/** A database that has reached a level since it was looked at before. */
export interface Crossing {
  readonly level: Exclude<RoomLevel, 0>;
  readonly room: Room;
}

/**
 * Looks at the size of a database. Returns the level that it has reached since the last look by any
 * process; undefined if it has reached none, or has no limit that is known.
 */
export async function crossedLevel(
  executor: Pick<Executor, "read" | "run" | "bytes">,
  limits: RoomLimits,
  now: () => number,
): Promise<Crossing | undefined> {
  const room = await readRoom(executor, limits);
  const { share } = room;
  if (share === undefined) return undefined;
  const { stored, level } = await writeUnlogged(executor, [storedLevel], ([rows]) => {
    // Only this file writes it.
    const before = (rows![0]?.[0] ?? 0) as RoomLevel;
    const after = roomLevelOf(share, before);
    const write = after === before ? [] : [storeLevel(after, now())];
    return { write, answer: { stored: before, level: after } };
  });
  return level > stored && level !== 0 ? { level, room } : undefined;
}
