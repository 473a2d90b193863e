import { plainSql } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnread } from "../database/unlogged.ts";

/** When keys or sessions were used last, by their ids. */
type Uses = readonly (readonly [id: number, at: number])[];

/**
 * Records when keys and their sessions were used last. It is no part of the record, so it is not
 * logged.
 */
export const recordKeyUse = (
  executor: Pick<Executor, "run">,
  ofKeys: Uses,
  ofSessions: Uses = [],
): Promise<void> =>
  writeUnread(executor, [
    ...(ofKeys.length > 0
      ? [plainSql(useSql("api_key_use", "key_id"), [JSON.stringify(ofKeys)])]
      : []),
    ...(ofSessions.length > 0
      ? [plainSql(useSql("session_use", "session_id"), [JSON.stringify(ofSessions)])]
      : []),
  ]);

// A key or session is never deleted. Of two processes, the later use counts.
const useSql = (table: string, id: string) => `insert into ${table} (${id}, at)
  select value ->> 0, value ->> 1 from json_each(?) where true
  on conflict (${id}) do update set at = max(at, excluded.at)`;
