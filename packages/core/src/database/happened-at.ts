import { sql } from "drizzle-orm";

/** The time when a change happened, by the name of its row in the log: stated, or that of recording. */
export const happenedAt = (log = "change_log") =>
  sql.raw(`coalesce(${log}.occurred_at, ${log}.at)`);
