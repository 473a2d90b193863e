import { sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { changeLog } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";

/** The minutes without a request after which a session ends, unless it is configured. */
export const idleMinutesDefault = 30;

/** The hours after which a session ends anyway, unless it is configured. */
export const sessionHoursDefault = 12;

/** Reads the largest time of the log, which the end of a session is compared with, too. */
export const newestTime = statement(() =>
  query
    .select({ at: sql<number>`coalesce(max(${changeLog.at}), 0)`.mapWith(Number) })
    .from(changeLog),
);
