import { getTableColumns, inArray, sql } from "drizzle-orm";
import { workCentreGroup } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { requireCurrent } from "../rules/current.ts";
import { refusalAt } from "../refusal.ts";

/** A work centre of a group. */
export interface Member {
  readonly id: number;
  readonly name: string;
}

// The text was made by json_group_array from the members.
const parseMembers = (text: string) => JSON.parse(text) as readonly Member[];

// Written as text: in a select of one table, Drizzle omits the table's name from its columns.
const members = () =>
  sql`(select json_group_array(json_object('id', id, 'name', name)) from (
    select centre.id, centre.name from work_centre_group_member as member
    join work_centre as centre on centre.id = member.work_centre_id
    where member.group_id = work_centre_group.id order by centre.id))`.mapWith(parseMembers);

/** Builds the select of whole groups, without conditions. */
export const selectGroups = () =>
  query.select({ ...getTableColumns(workCentreGroup), members: members() }).from(workCentreGroup);

/** A group with its work centres, in the order of their ids. */
export type Group = ReturnType<ReturnType<typeof groupsById>["row"]>;

/** The groups with these ids (a JSON array). */
export const groupsById = statement(() =>
  selectGroups().where(inArray(workCentreGroup.id, each("ids"))),
);

/** Returns the group with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireGroup(
  groups: readonly Group[],
  id: number,
  revNo: number | undefined,
): Group {
  const found = groups.find((group) => group.id === id);
  if (!found) throw refusalAt("not_found", "/ID", `No work centre group has the ID ${id}.`);
  requireCurrent("WorkCentreGroup", found, revNo, `Work centre group ${found.name ?? id}`);
  return found;
}
