import { sql } from "drizzle-orm";

/** The time when a change happened, by the name of its row in the log: stated, or that of recording. */
export const happenedTime = (log: string): string => `coalesce(${log}.occurred_at, ${log}.at)`;

/** The same, as a part of a query. */
export const happenedAt = (log = "change_log") => sql.raw(happenedTime(log));
