import { crossedLevel } from "@asbuilt/core";
import type { AppOptions } from "./environment.ts";

/** The lines of the log about a database that fills, by the percent of its limit. */
const lines = {
  70: { level: "warn", message: "The database fills." },
  90: { level: "error", message: "The database is nearly full." },
} as const;

/**
 * Looks at the size of the database, and logs each level of its limit once, when it is reached.
 * Without a limit that is known it logs nothing.
 */
export async function logRoom({
  executor,
  room: limits = {},
  now,
  log,
}: Pick<AppOptions, "executor" | "room" | "now" | "log">): Promise<void> {
  const crossed = await crossedLevel(executor, limits, now);
  if (!crossed) return;
  const { bytes, bytesMax, share } = crossed.room;
  log({ ...lines[crossed.level], bytes, bytesMax, share });
}
