import { type Absence, type Assertion, type Fields, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { StaleRecord } from "../rules/current.ts";
import {
  noFaults,
  refuseContradictions,
  refuseMissing,
  type Resolved,
  resolveReference,
} from "../rules/id-and-name.ts";
import { usesOf } from "../rules/in-use.ts";
import { requirePartsWithinMax } from "../rules/limits.ts";
import { type Named, requireActive } from "../rules/named.ts";
import { Refusal, refusalAt, type RefusedSignature, refuseEach } from "../refusal.ts";
import type { Signing } from "../signature/gate.facts.ts";
import { relyOnRules, requireNoneLacking, signaturesFor } from "../signature/gate.ts";
import {
  type Bom,
  type BomVersion,
  countUses,
  formatVersion,
  isSameNumber,
  requireBom,
} from "./bom.ts";
import type { UpsertBomInput, BomUpsertFacts, VersionInput } from "./upsert.facts.ts";

/** A version before and after the upsert; `before` is null for a new one. */
export interface VersionChange {
  readonly before: BomVersion | null;
  readonly after: BomVersion;
  /** The signatures that let it be released; absent if no rule demands one. */
  readonly detail?: Fields;
}

export interface BomUpsertDecision {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  /** The BoM before the upsert; null for a new one. */
  readonly before: Bom | null;
  /** The BoM after the upsert, with its versions before it. */
  readonly after: Omit<Bom, "id">;
  /** The versions that change, and the new ones. */
  readonly versions: readonly VersionChange[];
}

/**
 * Decides an upsert. Refuses, in this order: `not_found` and `stale_revision` of the BoM,
 * `not_found`, `details_contradict`, `inactive`, `duplicate` and `too_many` of versions,
 * `stale_revision` of a version, `duplicate` of the BoM, `fixed`, `bom_status`,
 * `signature_required`.
 */
export function decideBomUpsert(facts: BomUpsertFacts, input: UpsertBomInput): BomUpsertDecision {
  const before = input.id === undefined ? undefined : requireBom(facts.boms, input.id, input.revNo);
  const { record: parent, isSent, isChanged: moves, pointer } = requireParent(facts, input, before);
  requireVersions(before?.versions ?? [], input.versions ?? []);
  if (parent && moves) requireActive(parent, `Product ${parent.name}`, pointer);
  const merged = mergeVersions(before?.versions ?? [], input.versions ?? []);
  requireCurrentVersions(before, merged, input.versions ?? []);
  const after = bomAfter(input, before, parent);
  requireUniqueBom(facts, before, after);
  const isMoved = before !== undefined && moves;
  if (isMoved) requireMovable(facts, before, pointer);
  const renumbered = merged.filter(isRenumbered);
  requireNoOrders(facts, merged);
  requireNotPinned(facts, merged);
  const signed = requireSignedVersions(facts, after, merged);
  return {
    asserts: [...(parent && isSent ? [relyOn("Product", parent)] : []), ...signed.asserts],
    absences: [
      ...(isMoved
        ? ([
            ["slotsOfBom", before.id],
            ["ordersOfBom", before.id],
          ] as const)
        : []),
      ...renumbered.map(({ after: { id } }): Absence => ["ordersOfBomVersion", id]),
    ],
    before: before ?? null,
    after,
    versions: merged.filter(isChanged).map((change) => signed.withDetail(change)),
  };
}

/** Returns the parent product that the input refers to. Refuses `not_found`, `details_contradict`. */
function requireParent(
  { products }: BomUpsertFacts,
  input: UpsertBomInput,
  before: Bom | undefined,
): Resolved<Named> {
  const faults = noFaults();
  const parent = resolveReference(
    {
      noun: "product",
      records: products,
      stored: before && { id: before.parentProductId, name: before.parentProductName },
      sent: { id: input.parentProductID, name: input.parentProductName },
      pointers: { id: "/parentProductID", name: "/parentProductName" },
      nameOf: ({ name }) => name,
    },
    faults,
  );
  refuseMissing(faults);
  refuseContradictions(faults);
  return parent;
}

function bomAfter(
  { name, description, isActive }: UpsertBomInput,
  before: Bom | undefined,
  parent: Named | null | undefined,
): Omit<Bom, "id"> {
  // The contract requires a parent and a name for a creation.
  const named = name ?? before!.name;
  return {
    revNo: before?.revNo ?? 0,
    name: named,
    nameKey: foldCase(named),
    parentProductId: parent?.id ?? before!.parentProductId,
    parentProductName: parent?.name ?? before!.parentProductName,
    description: description === undefined ? (before?.description ?? null) : description,
    isActive: isActive ?? before?.isActive ?? true,
    versions: before?.versions ?? [],
  };
}

function requireUniqueBom(
  { named }: BomUpsertFacts,
  before: Bom | undefined,
  { name, nameKey, parentProductId, parentProductName }: Omit<Bom, "id">,
): void {
  const isTaken = named.some(
    (other) =>
      other.id !== before?.id &&
      other.nameKey === nameKey &&
      other.parentProductId === parentProductId,
  );
  if (!isTaken) return;
  throw refusalAt("duplicate", "/name", `${parentProductName} already has a BoM named ${name}.`);
}

/** Refuses (`not_found`) ids that are not those of versions of the BoM. */
function requireVersions(existing: readonly BomVersion[], entries: readonly VersionInput[]): void {
  const missing = entries.flatMap(({ id }, index) =>
    id === undefined || existing.some((version) => version.id === id)
      ? []
      : { pointer: `/versions/${index}/id`, detail: `The BoM has no version with the id ${id}.` },
  );
  refuseEach("not_found", missing);
}

/** Returns the versions of the input, merged. Refuses `duplicate` numbers and `too_many`. */
function mergeVersions(
  existing: readonly BomVersion[],
  entries: readonly VersionInput[],
): VersionChange[] {
  const changes = entries.map((entry) => mergeVersion(existing, entry));
  const duplicates = changes.flatMap(({ before, after }, index) => {
    const isTwice = before && changes.findIndex((other) => other.before === before) < index;
    const isTaken = existing.some((other) => other.id !== before?.id && isSameNumber(other, after));
    if (!isTwice && !isTaken) return [];
    const detail = `Another version or entry has the number ${formatVersion(after)}.`;
    return { pointer: `/versions/${index}/version`, detail };
  });
  refuseEach("duplicate", duplicates);
  const added = changes.filter(({ before }) => before === null).length;
  requirePartsWithinMax("versions", existing.length, existing.length + added, "/versions");
  return changes;
}

function mergeVersion(
  existing: readonly BomVersion[],
  { id, version, status }: VersionInput,
): VersionChange {
  const before = existing.find((other) =>
    id === undefined ? isSameNumber(other, version!) : other.id === id,
  );
  if (before) return { before, after: { ...before, ...version, status: status ?? before.status } };
  // The contract requires an id or a number.
  const after = { id: 0, revNo: 0, bomId: 0, ...version!, status: status ?? "Draft" };
  return { before: null, after };
}

/**
 * Refuses (`stale_revision`) to change an older revision of a version. An entry that changes
 * nothing is not compared: the revision also counts changes of the version's slots and orders.
 */
function requireCurrentVersions(
  bom: Bom | undefined,
  changes: readonly VersionChange[],
  entries: readonly VersionInput[],
): void {
  for (const [index, change] of changes.entries()) {
    const { revNo } = entries[index]!;
    const version = change.before;
    if (!bom || !version || revNo === undefined || revNo === version.revNo) continue;
    if (!isChanged(change)) continue;
    const subject = `Version ${formatVersion(version)} of BoM ${bom.name}`;
    throw new StaleRecord("Bom", bom, version.revNo, subject, `/versions/${index}/revNo`);
  }
}

const isRenumbered = ({ before, after }: VersionChange): boolean =>
  before !== null && !isSameNumber(before, after);

const isChanged = ({ before, after }: VersionChange): boolean =>
  before === null || !isSameNumber(before, after) || before.status !== after.status;

/** Refuses (`fixed`) to change the parent product while slots or orders use a version. */
function requireMovable(
  { uses }: BomUpsertFacts,
  { id, name, parentProductName }: Bom,
  pointer: string,
): void {
  const counts = usesOf(countUses(uses, id));
  if (!counts) return;
  const detail = `BoM ${name} can't move from ${parentProductName}: its versions are in use.`;
  throw new Refusal("fixed", detail, {
    errors: [{ pointer, detail }],
    members: { counts },
  });
}

/** Refuses (`fixed`) to renumber a version that works orders use. */
function requireNoOrders({ uses }: BomUpsertFacts, changes: readonly VersionChange[]): void {
  for (const [index, change] of changes.entries()) {
    if (!isRenumbered(change)) continue;
    const version = change.before!;
    const orders = uses.find(({ id }) => id === version.id)?.counts.WorksOrder ?? 0;
    if (orders === 0) continue;
    const number = formatVersion(version);
    const detail = `Version ${number} can't be renumbered: works orders use it (${orders}).`;
    throw new Refusal("fixed", detail, {
      errors: [{ pointer: `/versions/${index}/version`, detail }],
      members: { counts: { WorksOrder: orders } },
    });
  }
}

/** Refuses (`bom_status`) to turn a version back into a draft while works orders pin it. */
function requireNotPinned({ uses }: BomUpsertFacts, changes: readonly VersionChange[]): void {
  for (const [index, { before, after }] of changes.entries()) {
    if (!before || after.status !== "Draft" || before.status === "Draft") continue;
    const orders = uses.find(({ id }) => id === before.id)?.pinningOrders ?? 0;
    if (orders === 0) continue;
    throw refusalAt(
      "bom_status",
      `/versions/${index}/status`,
      `Version ${formatVersion(before)} is ${before.status} and can't become a Draft: ` +
        `works orders were started with it (${orders}).`,
    );
  }
}

/**
 * Returns what the release of versions relies on, and the signatures that let each be released.
 * Refuses (`signature_required`) a version that lacks any. One that is not made yet has none.
 */
function requireSignedVersions(
  { signing }: BomUpsertFacts,
  bom: Omit<Bom, "id">,
  changes: readonly VersionChange[],
): {
  readonly asserts: readonly Assertion[];
  readonly withDetail: (change: VersionChange) => VersionChange;
} {
  const details = new Map<VersionChange, Fields>();
  const lacking: RefusedSignature[] = [];
  const released = changes.filter(
    ({ before, after }) => after.status === "Released" && before?.status !== "Released",
  );
  for (const change of released) {
    const { before, after } = change;
    const facts = before
      ? signing.find(({ versionId }) => versionId === before.id)!.signing
      : withoutSlots(signing.find(({ productId }) => productId === bom.parentProductId)!.signing);
    const name = `BoM version ${formatVersion(after)} of ${bom.name}`;
    const { id, revNo } = before ?? after;
    const found = signaturesFor({ entity: "BomVersion", id, revNo, name }, facts, ["bomRelease"]);
    lacking.push(...found.lacking);
    if (found.detail) details.set(change, found.detail);
  }
  requireNoneLacking(lacking);
  return {
    asserts: released.length > 0 ? relyOnRules(signing[0]!.signing) : [],
    withDetail: (change) => {
      const detail = details.get(change);
      return detail ? { ...change, detail } : change;
    },
  };
}

/** The facts of a version that has no slots yet. */
const withoutSlots = ({ plant, ...rest }: Signing): Signing => ({
  ...rest,
  plant: plant && {
    ...plant,
    rules: plant.rules.filter((rule) => !rule.isOfSlotType),
    signatures: [],
  },
});
