import { matchSlots } from "@asbuilt/core";
import { isContained } from "@asbuilt/table";
import type { Listed } from "../import/list.ts";
import type { Following, References } from "./references.ts";
import { changeOf, digestOf, fieldsThatDiffer, only, type Row, rowOf, without } from "./row.ts";
import type { KeptRecord } from "./state.ts";

/** A version of the owner's BoM, and the one here. */
export interface VersionPair {
  readonly theirs: Listed;
  readonly ours: Listed;
}

/** The slots of a BoM, at the owner and here. */
interface SlotsOfBom {
  readonly following: Following;
  readonly references: References;
  readonly kept: KeptRecord;
  /** The owner's name of the BoM. */
  readonly key: string;
  readonly pairs: readonly VersionPair[];
  readonly theirSlots: readonly Listed[];
  readonly ourSlots: readonly Listed[];
}

type SlotPair = readonly [theirs: Listed, ours: Listed | undefined];

const slotKey = ({ id }: Listed) => `BomSlot/${id}`;
const candidateKey = ({ id }: Listed) => `SlotCandidate/${id}`;
const nameOf = ({ description, bom, version, ParentProductName }: Listed) =>
  `BomSlot ${description} of ${ParentProductName}, ${bom} ${version}`;

/**
 * Makes the slots of a BoM equal to the owner's. Returns the owner's versions that lack a
 * slot, because it was refused.
 */
export async function keepSlots(slots: SlotsOfBom): Promise<ReadonlySet<number>> {
  const { following, pairs } = slots;
  const { report, own } = following;
  const lacking = new Set<number>();
  for (const version of pairs) {
    const { paired, others } = pairSlots(slots, version);
    for (const [theirs, ours] of paired) {
      if (following.signal.aborted) return lacking;
      const key = `${slots.key} ${slotKey(theirs)}`;
      const isKept = await report.attempt(key, nameOf(theirs), async () => {
        await keepSlot(slots, version, theirs, ours);
        return true;
      });
      if (!isKept) lacking.add(version.theirs["id"]);
    }
    for (const ours of others.filter(({ isActive }) => isActive)) {
      const { id, revNo } = ours;
      await report.attempt(`${slots.key} here BomSlot/${id}`, nameOf(ours), async () => {
        await own.put("BomSlot", { isActive: false }, { id, revNo });
        report.done(nameOf(ours), "retired");
      });
    }
  }
  return lacking;
}

/** Pairs the slots of a version: those that are kept, and others as Compare matches them. */
function pairSlots(
  { kept, theirSlots, ourSlots }: SlotsOfBom,
  version: VersionPair,
): { readonly paired: readonly SlotPair[]; readonly others: readonly Listed[] } {
  const ofVersion = theirSlots.filter((slot) => slot["bomVersionID"] === version.theirs["id"]);
  const paired: SlotPair[] = [];
  const rest: Listed[] = [];
  for (const theirs of ofVersion) {
    const id = kept.parts?.[slotKey(theirs)]?.id;
    const ours = ourSlots.find((slot) => slot["id"] === id);
    if (ours) paired.push([theirs, ours]);
    else rest.push(theirs);
  }
  // One that moves to another version is paired there.
  const keptIds = new Set(
    theirSlots.map((slot) => kept.parts?.[slotKey(slot)]?.id).filter((id) => id !== undefined),
  );
  const free = ourSlots.filter(
    ({ id, bomVersionID }) => bomVersionID === version.ours["id"] && !keptIds.has(id),
  );
  // Records of slots, whose fields the contract defines.
  const matched = matchSlots(free as MatchedSlot[], rest as MatchedSlot[]);
  for (const [ours, theirs] of matched) if (theirs) paired.push([theirs, ours ?? undefined]);
  return { paired, others: matched.flatMap(([ours, theirs]) => (theirs || !ours ? [] : ours)) };
}

type MatchedSlot = Listed & {
  readonly description: string;
  readonly buildSlotType: string;
  readonly candidates: readonly { readonly product: string }[];
};

async function keepSlot(
  { following, references, kept }: SlotsOfBom,
  version: VersionPair,
  theirs: Listed,
  ours: Listed | undefined,
): Promise<void> {
  const { own, report } = following;
  await needOf(references, theirs);
  const key = slotKey(theirs);
  const row = rowOf("BomSlot", theirs);
  const digest = digestOf(row);
  const part = kept.parts![key];
  if (!ours) {
    const made = await own.put("BomSlot", row);
    keepParts(kept, theirs, made, digest);
    return report.done(nameOf(theirs), "created");
  }
  const head = fieldsOf(row, ours, version);
  const candidates = candidatesOf(kept, theirs, ours);
  const { changed, gone } = propertiesOf(theirs, ours);
  const body: Row = {
    ...head,
    ...(candidates.length > 0 && { candidates }),
    ...(changed.length > 0 && { Properties: changed }),
  };
  const fields = Object.keys(body).concat(gone.map((name) => `property ${name}`));
  let after = ours;
  const stored = () => ({ id: ours["id"], revNo: after["revNo"] });
  if (Object.keys(body).length > 0) after = await own.put("BomSlot", body, stored());
  for (const property of gone) {
    await own.clearProperty(stored(), property);
    after = (await own.find("BomSlot", { Id: ours["id"] })) ?? after;
  }
  keepParts(kept, theirs, after, digest);
  const isRetired = fields.length === 1 && body["isActive"] === false;
  const change = isRetired ? "retired" : changeOf(part, digest);
  report.done(nameOf(theirs), fields.length > 0 ? change : "unchanged", isRetired ? [] : fields);
}

/** Makes the reference data that a slot names. */
async function needOf(references: References, theirs: Listed): Promise<void> {
  await references.need("BuildSlotType", theirs["buildSlotType"]);
  for (const { property } of theirs["Properties"]) {
    await references.need("PropertyDefinition", property);
  }
  for (const { useUom } of theirs["candidates"]) {
    if (useUom !== null) await references.need("UnitOfMeasure", useUom);
  }
}

const placeFields = ["ParentProductName", "bom", "version"];
const partFields = ["candidates", "Properties"];

/** Returns the fields of a slot that change, with its place if it moves to another version. */
function fieldsOf(row: Row, ours: Listed, version: VersionPair): Record<string, unknown> {
  const own = without(row, [...placeFields, ...partFields]);
  const isMoved = ours["bomVersionID"] !== version.ours["id"];
  return {
    ...only(own, fieldsThatDiffer(own, ours)),
    ...(isMoved ? only(row, placeFields) : {}),
  };
}

/** Returns the candidates of a slot that change: those that the owner has no more are retired. */
function candidatesOf(kept: KeptRecord, theirs: Listed, ours: Listed): Row[] {
  const free = new Map<number, Listed>(ours["candidates"].map((one: Listed) => [one["id"], one]));
  const rows: readonly Listed[] = rowOf("BomSlot", theirs)["candidates"] as Listed[];
  const take = (found: Listed | undefined) => {
    if (found) free.delete(found["id"]);
    return found;
  };
  const pairs = (theirs["candidates"] as Listed[]).map((one, index) => {
    const id = kept.parts![candidateKey(one)]?.id;
    return { row: rows[index]!, same: take(id === undefined ? undefined : free.get(id)) };
  });
  const changed = pairs.flatMap(({ row, same }) => {
    const { product, version } = row;
    const match =
      same ?? take([...free.values()].find((one) => isContained({ product, version }, one)));
    if (!match) return row;
    const fields = fieldsThatDiffer(row, match);
    const entry = only({ ...row, id: match["id"] }, ["id", ...fields]);
    return fields.length > 0 ? entry : [];
  });
  const retired = [...free.values()].filter(({ isActive }) => isActive);
  // Those that end come first: a slot has one default.
  return [...retired.map(({ id }) => ({ id, isActive: false, isDefault: false })), ...changed];
}

/** Returns the properties of a slot that change, and the names of those that the owner has no more. */
function propertiesOf(theirs: Listed, ours: Listed) {
  const values = new Map(
    (ours["Properties"] as Listed[]).map(({ property, value }) => [property, value]),
  );
  const wanted = (theirs["Properties"] as Listed[]).map(({ property, value }) => ({
    property,
    value,
  }));
  const names = new Set(wanted.map(({ property }) => property));
  return {
    changed: wanted.filter(({ property, value }) => values.get(property) !== value),
    gone: [...values.keys()].filter((name: string) => !names.has(name)),
  };
}

/** Keeps which slot here is the owner's, and which candidates are. */
function keepParts(kept: KeptRecord, theirs: Listed, ours: Listed, digest: string): void {
  kept.parts![slotKey(theirs)] = { id: ours["id"], digest };
  const free = new Set(ours["candidates"] as Listed[]);
  for (const one of theirs["candidates"] as Listed[]) {
    const key = candidateKey(one);
    const { product, version } = one;
    const same =
      [...free].find(({ id }) => id === kept.parts![key]?.id) ??
      [...free].find((other) => isContained({ product, version }, other));
    if (!same) continue;
    free.delete(same);
    kept.parts![key] = { id: same["id"] };
  }
}
