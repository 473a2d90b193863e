import { remove, type RowsOf, verb } from "../engine/index.ts";
import { requireUnused } from "../rules/in-use.ts";
import { type Group, groupsById, requireGroup } from "./group.ts";

export interface DeleteGroupInput {
  readonly ID: number;
  /** The revision that was read; without it, the group is deleted as it is. */
  readonly revNo?: number | undefined;
}

const load = (inputs: readonly DeleteGroupInput[]) => ({
  groups: groupsById({ ids: JSON.stringify(inputs.map(({ ID }) => ID)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly group: Group;
}

/** Decides a deletion. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { groups }: RowsOf<ReturnType<typeof load>>,
  { ID, revNo }: DeleteGroupInput,
): Decision {
  const group = requireGroup(groups, ID, revNo);
  requireUnused(
    `Work centre group ${group.name ?? ID}`,
    { WorkCentre: group.members.length },
    "Remove its work centres first: send an Upsert with WorkCentres [].",
  );
  return { asserts: [], group };
}

const write = ({ group }: Decision) => [remove("WorkCentreGroup", group, { action: "deleted" })];

const answer = ({ group }: Decision): Group => group;

/**
 * Deletes a group that has no work centres, and returns it as it was.
 * Source: spec.md, DELETE /api/WorkCentreGroup/Delete.
 */
export const deleteGroup = verb({
  conflicts: { of: ["WorkCentreGroup/Delete"], claims: { WorkCentreGroup: "" } },
  load,
  decide,
  write,
  answer,
});
