import { type Absence, type Assertion, relyOn } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { usesOf } from "../rules/in-use.ts";
import { requirePartsWithinMax } from "../rules/limits.ts";
import { type Named, requireActive } from "../rules/named.ts";
import { Refusal, refusalAt, refuseEach } from "../refusal.ts";
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
 * Decides an upsert. Refuses, in this order: `not_found`, `inactive`, `duplicate` and `too_many` of
 * versions, `duplicate` of the BoM, `fixed`, `bom_status`.
 */
export function decideBomUpsert(facts: BomUpsertFacts, input: UpsertBomInput): BomUpsertDecision {
  const before = input.id === undefined ? undefined : requireBom(facts.boms, input.id);
  const parent = findParent(facts, input);
  requireVersions(before?.versions ?? [], input.versions ?? []);
  if (parent && before?.parentProductId !== parent.id) {
    requireActive(parent, `Product ${parent.name}`, "/parentProductName");
  }
  const merged = mergeVersions(before?.versions ?? [], input.versions ?? []);
  const after = bomAfter(input, before, parent);
  requireUniqueBom(facts, before, after);
  const moves = before !== undefined && before.parentProductId !== after.parentProductId;
  if (moves) requireMovable(facts, before);
  const renumbered = merged.filter(isRenumbered);
  requireNoOrders(facts, merged);
  requireNotPinned(facts, merged);
  return {
    asserts: parent ? [relyOn("Product", parent)] : [],
    absences: [
      ...(moves
        ? ([
            ["slotsOfBom", before.id],
            ["ordersOfBom", before.id],
          ] as const)
        : []),
      ...renumbered.map(({ after: { id } }): Absence => ["ordersOfBomVersion", id]),
    ],
    before: before ?? null,
    after,
    versions: merged.filter(isChanged),
  };
}

function findParent(
  { products }: BomUpsertFacts,
  { parentProductName: name }: UpsertBomInput,
): Named | undefined {
  if (name === undefined) return undefined;
  const parent = products.find((product) => product.name === name);
  if (parent) return parent;
  throw refusalAt("not_found", "/parentProductName", `No product is named ${name}.`);
}

function bomAfter(
  { name, description, isActive }: UpsertBomInput,
  before: Bom | undefined,
  parent: Named | undefined,
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

const isRenumbered = ({ before, after }: VersionChange): boolean =>
  before !== null && !isSameNumber(before, after);

const isChanged = ({ before, after }: VersionChange): boolean =>
  before === null || !isSameNumber(before, after) || before.status !== after.status;

/** Refuses (`fixed`) to change the parent product while slots or orders use a version. */
function requireMovable({ uses }: BomUpsertFacts, { id, name, parentProductName }: Bom): void {
  const counts = usesOf(countUses(uses, id));
  if (!counts) return;
  const detail = `BoM ${name} can't move from ${parentProductName}: its versions are in use.`;
  throw new Refusal("fixed", detail, {
    errors: [{ pointer: "/parentProductName", detail }],
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
