import { absenceGuard } from "./absences.ts";
import type { Decided } from "./execute.ts";
import { plainSql } from "../database/plain-sql.ts";
import type { Bound } from "../database/statement.ts";
import type { EntityName, Revision } from "./entities.ts";

/** A record and the revision under which it was read: entity, id, revision. */
export type Assertion = readonly [entity: EntityName, id: number, revNo: number];

/** Says that a decision rests on this record being as it was read. */
export const relyOn = (entity: EntityName, record: Revision): Assertion => [
  entity,
  record.id,
  record.revNo,
];

// A record is at revision r exactly while the log holds no r + 1 of it: revisions have no gaps.
const assertSql = `insert into guard (stale) select 1 where exists (
  select 1 from json_each(?) as relied join change_log
  on change_log.entity = relied.value ->> 0 and change_log.entity_id = relied.value ->> 1
  and change_log.rev_no = (relied.value ->> 2) + 1)`;

/** The statements that abort the batch if anything that the decisions rest on has changed. */
export function assertUnchanged(decisions: readonly Decided[]): Bound[] {
  // The lines of a batch rest on much the same.
  const relied = new Map<string, Assertion>();
  for (const { asserts } of decisions) {
    for (const one of asserts) relied.set(`${one[0]} ${one[1]} ${one[2]}`, one);
  }
  const guards = decisions.flatMap(({ absences = [] }) => absences.map(absenceGuard));
  if (relied.size === 0) return guards;
  return [plainSql(assertSql, [JSON.stringify([...relied.values()])]), ...guards];
}
