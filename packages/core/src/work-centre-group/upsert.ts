import { inArray, or } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Change,
  create,
  insertPart,
  own,
  relyOn,
  removePart,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import { workCentre, workCentreGroup } from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { requireDistinct } from "../rules/distinct.ts";
import { contradiction } from "../rules/id-and-name.ts";
import {
  foldedNames,
  idsAndNames,
  type Named,
  recordsReferredTo,
  requireActive,
} from "../rules/named.ts";
import { requireUnique } from "../rules/unique.ts";
import { refuseEach } from "../refusal.ts";
import { type Group, groupsById, type Member, requireGroup } from "./group.ts";

/** An update if it has an ID, otherwise a creation. Absent fields keep their values. */
export interface UpsertGroupInput {
  readonly ID?: number | undefined;
  /** The revision that was read; without it, the group is updated as it is. */
  readonly revNo?: number | undefined;
  readonly SUID?: string | null | undefined;
  readonly Name?: string | null | undefined;
  /** 0 or 1. */
  readonly isControlled?: number | null | undefined;
  /** All work centres of the group after the upsert; null means none. */
  readonly WorkCentres?: readonly string[] | null | undefined;
  /** Their ids. Where they and the names disagree, the changed ones count. */
  readonly workCentreIDs?: readonly number[] | null | undefined;
}

const groupsNamed = statement(() =>
  query
    .select({
      id: workCentreGroup.id,
      nameKey: workCentreGroup.nameKey,
      suidKey: workCentreGroup.suidKey,
    })
    .from(workCentreGroup)
    .where(
      or(
        inArray(workCentreGroup.nameKey, each("names")),
        inArray(workCentreGroup.suidKey, each("suids")),
      ),
    ),
);
const workCentresReferredTo = recordsReferredTo(workCentre);

const load = (inputs: readonly UpsertGroupInput[]) => ({
  groups: groupsById({ ids: JSON.stringify(inputs.flatMap(({ ID }) => ID ?? [])) }),
  named: groupsNamed({
    names: foldedNames(inputs.map(({ Name }) => Name)),
    suids: foldedNames(inputs.map(({ SUID }) => SUID)),
  }),
  workCentres: workCentresReferredTo(
    idsAndNames(
      inputs.flatMap(({ workCentreIDs }) => workCentreIDs ?? []),
      inputs.flatMap(({ WorkCentres }) => WorkCentres ?? []),
    ),
  ),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: Group | null;
  /** The group after the upsert, without the work centres that are created with it. */
  readonly next: Group;
  readonly created: readonly string[];
}

function decide(facts: Facts, input: UpsertGroupInput): Decision {
  requireDistinct(
    input.WorkCentres ?? [],
    (index) => `/WorkCentres/${index}`,
    "A work centre is named twice.",
    "Named twice.",
  );
  const stored = input.ID === undefined ? null : requireGroup(facts.groups, input.ID, input.revNo);
  const wanted = wantedMembers(facts, input, stored);
  const next = { ...groupAfter(stored ?? emptyGroup, input), members: stored?.members ?? [] };
  requireUnique("work centre group", facts.named, next, { name: "/Name", suid: "/SUID" });
  if (!wanted) return { asserts: [], stored, next, created: [] };

  const members: Named[] = [];
  const created: string[] = [];
  for (const { found, name, pointer } of wanted) {
    if (found) members.push(found);
    else created.push(name);
    if (!found || isMember(stored, found.id)) continue;
    requireActive(found, `The work centre ${found.name}`, pointer);
  }
  const added = members.filter(({ id }) => !isMember(stored, id));
  return {
    asserts: added.map((centre) => relyOn("WorkCentre", centre)),
    stored,
    next: { ...next, members: members.map(({ id, name }) => ({ id, name })) },
    created,
  };
}

/** A work centre that a request names. One that is named for the first time is not found. */
interface WantedMember {
  readonly found: Named | undefined;
  readonly name: string;
  readonly pointer: string;
}

/**
 * Returns the work centres of a request, or undefined if they stay as they are. The rule of ids and
 * names holds for the two lists as wholes. Refuses `not_found` and `details_contradict`.
 */
function wantedMembers(
  { workCentres }: Facts,
  { WorkCentres: names, workCentreIDs: ids }: UpsertGroupInput,
  stored: Group | null,
): readonly WantedMember[] | undefined {
  const known = new Map(workCentres.map((centre) => [foldCase(centre.name), centre]));
  const byName = (names ?? []).map((name, index): WantedMember => {
    return { found: known.get(foldCase(name)), name, pointer: `/WorkCentres/${index}` };
  });
  const byId = (ids ?? []).map((id, index) => {
    const found = workCentres.find((centre) => centre.id === id);
    return { id, found, name: found?.name ?? "", pointer: `/workCentreIDs/${index}` };
  });
  refuseEach(
    "not_found",
    byId.flatMap(({ id, found, pointer }) =>
      found ? [] : { pointer, detail: `No work centre has the id ${id}.` },
    ),
  );
  const isOther = (wanted: readonly WantedMember[]) =>
    wanted.length !== (stored?.members.length ?? 0) ||
    !wanted.every(({ found }) => found && isMember(stored, found.id));
  const isNewNames = names !== undefined && isOther(byName);
  const isNewIds = ids !== undefined && isOther(byId);
  if (isNewNames && isNewIds) {
    const isSame =
      byName.length === byId.length &&
      byName.every(({ found }) => found && byId.some(({ id }) => id === found.id));
    if (!isSame) {
      const lists = [
        { pointer: "/workCentreIDs", value: `[${(ids ?? []).join(", ")}]` },
        { pointer: "/WorkCentres", value: `[${(names ?? []).join(", ")}]` },
      ] as const;
      refuseEach("details_contradict", contradiction(...lists));
    }
  }
  if (isNewNames) return byName;
  return isNewIds ? byId : undefined;
}

const isMember = (group: Group | null, id: number) =>
  group?.members.some((member) => member.id === id) ?? false;

const emptyGroup: Group = {
  id: 0,
  revNo: 0,
  suid: null,
  suidKey: null,
  name: null,
  nameKey: null,
  isControlled: false,
  members: [],
};

function groupAfter(stored: Group, { SUID, Name, isControlled }: UpsertGroupInput): Group {
  const suid = SUID === undefined ? stored.suid : SUID;
  const name = Name === undefined ? stored.name : Name;
  return {
    ...stored,
    revNo: stored.revNo + 1,
    suid,
    suidKey: suid === null ? null : foldCase(suid),
    name,
    nameKey: name === null ? null : foldCase(name),
    isControlled: isControlled === undefined ? stored.isControlled : isControlled === 1,
  };
}

/** Returns the change of the group, then the new work centres: `answer` relies on the order. */
function write({ stored, next, created }: Decision): Change[] {
  const fields = storedFields("WorkCentreGroup", next);
  const names = [...next.members.map(({ name }) => name), ...created];
  const groupId = stored?.id ?? own.id;
  const centres = created.map((name) =>
    create("WorkCentre", newWorkCentre(name), { action: "created" }),
  );
  const added = next.members.filter(({ id }) => !isMember(stored, id));
  const removed = stored?.members.filter(({ id }) => !isMember(next, id)) ?? [];
  const parts = [
    ...removed.map(({ id }) =>
      removePart("workCentreGroupMember", { groupId: next.id, workCentreId: id }),
    ),
    ...added.map(({ id }) => insertPart("workCentreGroupMember", { groupId, workCentreId: id })),
    ...centres.map(({ id }) => insertPart("workCentreGroupMember", { groupId, workCentreId: id })),
  ];
  const workCentresBefore = stored?.members.map(({ name }) => name);
  const written = { detail: { workCentresBefore, workCentres: names }, parts };
  return [
    stored
      ? update("WorkCentreGroup", stored, fields, { action: "updated", ...written })
      : create("WorkCentreGroup", fields, { action: "created", ...written }),
    ...centres,
  ];
}

const newWorkCentre = (name: string) => ({
  suid: null,
  suidKey: null,
  name,
  nameKey: foldCase(name),
  description: null,
  isActive: true,
});

function answer({ next, created }: Decision, [group, ...centres]: readonly Logged[]): Group {
  const made = created.map((name, index): Member => ({ id: centres[index]!.id, name }));
  const members = [...next.members, ...made].toSorted((left, right) => left.id - right.id);
  return { ...next, id: group!.id, members };
}

/**
 * Creates or updates a group, and creates the work centres that it names for the first time.
 * Refuses `validation_failed`, `not_found`, `stale_revision`, `details_contradict`, `duplicate` and
 * `inactive`.
 * Source: spec.md, PUT /api/WorkCentreGroup/Upsert.
 */
export const upsertGroup = verb({
  conflicts: {
    of: ["WorkCentreGroup/Upsert"],
    claims: { WorkCentreGroup: "", WorkCentre: "those that are named for the first time" },
    asserts: { WorkCentre: "those that are added" },
  },
  load,
  decide,
  write,
  answer,
  // Only an update can change nothing.
  present: ({ stored }) => stored!,
});
