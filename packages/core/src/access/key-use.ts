import { plainSql } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { writeUnread } from "../database/unlogged.ts";

/** Records when keys were used last, by their ids. It is no part of the record, so it is not logged. */
export const recordKeyUse = (
  executor: Pick<Executor, "run">,
  uses: readonly (readonly [keyId: number, at: number])[],
): Promise<void> => writeUnread(executor, [plainSql(useSql, [JSON.stringify(uses)])]);

// A key is never deleted. Of two processes, the later use counts.
const useSql = `insert into api_key_use (key_id, at)
  select value ->> 0, value ->> 1 from json_each(?) where true
  on conflict (key_id) do update set at = max(at, excluded.at)`;
