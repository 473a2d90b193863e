import { sql } from "drizzle-orm";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { workCentre, workCentreGroup, workCentreGroupMember } from "../database/schema/index.ts";
import { foldCase, foldGiven } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { type Group, selectGroups } from "./group.ts";

/** The filters of the list. Names and SUIDs are not case sensitive. */
export interface GroupFilter {
  readonly ID?: number | undefined;
  readonly SUID?: string | undefined;
  readonly Name?: string | undefined;
  /** 0 or 1. */
  readonly isControlled?: number | undefined;
  /** Work centres that are all in the group. */
  readonly WorkCentres?: readonly string[] | undefined;
}

const groupList = defineList(() => ({
  select: selectGroups,
  table: workCentreGroup,
  filters: {
    id: workCentreGroup.id,
    suidKey: workCentreGroup.suidKey,
    nameKey: workCentreGroup.nameKey,
    isControlled: workCentreGroup.isControlled,
    // The names are distinct, so a group that has the same number of them has all.
    workCentres: (names) => sql`json_array_length(${names}) = (
      select count(*) from ${workCentreGroupMember}
      where ${workCentreGroupMember.groupId} = ${workCentreGroup.id}
      and +${workCentreGroupMember.workCentreId} in (select ${workCentre.id} from ${workCentre}
        where ${workCentre.nameKey} in (select value from json_each(${names}))))`,
  },
}));

/** Lists the groups that match, by id. Source: spec.md, POST /api/WorkCentreGroup/List. */
export const listGroups = (
  context: Context,
  { ID, SUID, Name, isControlled, WorkCentres }: GroupFilter,
  page: Page,
): Promise<Listing<Group>> =>
  groupList(
    context,
    {
      id: ID,
      suidKey: foldGiven(SUID),
      nameKey: foldGiven(Name),
      isControlled,
      workCentres: WorkCentres && foldedNames([...new Set(WorkCentres.map(foldCase))]),
    },
    page,
  );
