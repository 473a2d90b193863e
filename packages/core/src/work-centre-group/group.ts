import { getTableColumns, inArray, sql } from "drizzle-orm";
import { workCentreGroup } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";

/** A work centre of a group. */
export interface Member {
  readonly id: number;
  readonly name: string;
}

// The value is what json_group_array made of the members.
const parseMembers = (text: string) => JSON.parse(text) as readonly Member[];

// Written out: of a select of one table Drizzle takes the table's name off its columns.
const members = () =>
  sql`(select json_group_array(json_object('id', id, 'name', name)) from (
    select centre.id, centre.name from work_centre_group_member as member
    join work_centre as centre on centre.id = member.work_centre_id
    where member.group_id = work_centre_group.id order by centre.id))`.mapWith(parseMembers);

/** The select of whole groups, for verbs and lists to narrow. */
export const selectGroups = () =>
  query.select({ ...getTableColumns(workCentreGroup), members: members() }).from(workCentreGroup);

/** A group with its work centres, by their ids. */
export type Group = ReturnType<ReturnType<typeof groupsById>["row"]>;

/** The groups with these ids (a JSON array). */
export const groupsById = statement(() =>
  selectGroups().where(inArray(workCentreGroup.id, each("ids"))),
);

/** The group with this id; refuses (`not_found`) where there is none. */
export function requireGroup(groups: readonly Group[], id: number): Group {
  const found = groups.find((group) => group.id === id);
  if (!found) throw refusalAt("not_found", "/ID", `No work centre group has the ID ${id}.`);
  return found;
}
