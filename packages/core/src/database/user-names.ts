import { sql } from "drizzle-orm";
import { changeLog, user } from "./schema/index.ts";

/**
 * The names of the user of a row of the log, joined as `user`: at the time of that row, and now.
 * A user whose record was never changed has one name, and its log is not read.
 */
export const userNames = () => ({
  user: sql<string | null>`case when ${user.revNo} = 1 then ${user.name} else coalesce((
    select named.after ->> '$.name' from change_log as named
    where named.entity = 'User' and named.entity_id = ${user.id} and named.seq <= ${changeLog.seq}
    and named.after ->> '$.name' is not null
    order by named.rev_no desc limit 1), ${user.name}) end`,
  userNow: user.name,
});
