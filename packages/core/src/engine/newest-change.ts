import { sql } from "drizzle-orm";
import { changeLog } from "../database/schema/index.ts";
import { query, statement } from "../database/statement.ts";

/** Finds how far the log goes: the place of its last change, 0 where there is none. */
export const newestChange = statement(() =>
  query
    .select({ seq: sql<number>`coalesce(max(${changeLog.seq}), 0)`.mapWith(Number) })
    .from(changeLog),
);
