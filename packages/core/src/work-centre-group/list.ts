import { sql } from "drizzle-orm";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { workCentre, workCentreGroup, workCentreGroupMember } from "../database/schema/index.ts";
import { foldCase, foldGiven } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { type Group, selectGroups } from "./group.ts";

/** Names and SUIDs are not case sensitive. */
export interface GroupFilter {
  readonly ID?: number | undefined;
  readonly SUID?: string | undefined;
  readonly Name?: string | undefined;
  readonly isControlled?: 0 | 1 | undefined;
  /** The group holds all of these work centres. */
  readonly WorkCentres?: readonly string[] | undefined;
}

const list = defineList(() => ({
  select: selectGroups,
  table: workCentreGroup,
  filters: {
    id: workCentreGroup.id,
    suidKey: workCentreGroup.suidKey,
    nameKey: workCentreGroup.nameKey,
    isControlled: workCentreGroup.isControlled,
    // The names differ, so that a group holds all of them where it holds as many.
    workCentres: (names) => sql`json_array_length(${names}) = (
      select count(*) from ${workCentreGroupMember}
      where ${workCentreGroupMember.groupId} = ${workCentreGroup.id}
      and +${workCentreGroupMember.workCentreId} in (select ${workCentre.id} from ${workCentre}
        where ${workCentre.nameKey} in (select value from json_each(${names}))))`,
  },
}));

/** The groups that match, by id. Source: spec.md, POST /api/WorkCentreGroup/List. */
export const listGroups = (
  context: Context,
  { ID, SUID, Name, isControlled, WorkCentres }: GroupFilter,
  page: Page,
): Promise<Listing<Group>> =>
  list(
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
