import { formatVersion, isSameNumber } from "../bom/bom.ts";
import { type Assertion, type Attribution, relyOn, type Revision } from "../engine/index.ts";
import { requireCurrent } from "../rules/current.ts";
import { requireDistinct } from "../rules/distinct.ts";
import { requireActive } from "../rules/named.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { foldCase } from "../values/fold-case.ts";
import { formatQuantity } from "../values/decimal.ts";
import {
  type ChangeVersionFacts,
  type ChangeVersionInput,
  movedBuildsMax,
  type UnitReference,
  type UnitToMove,
} from "./change-version.facts.ts";
import { placingIn, type UnplacedBuild } from "./moved-builds.rules.ts";
import {
  type Order,
  orderRefused,
  requireOrder,
  requireStatus,
  revisedOrder,
  versionOfUnit,
} from "./order.ts";

/** A build of a unit, with where it was and where it is now. The quantity is in millionths. */
export interface VersionMove {
  readonly buildId: number;
  readonly childSerialNo: string;
  readonly qty: number;
  readonly unit: string;
  readonly from: {
    readonly bomSlotId: number;
    readonly candidateId: number;
    readonly slot: string;
  };
  readonly to: { readonly bomSlotId: number; readonly candidateId: number; readonly slot: string };
}

/** A unit that goes to the version, with the one that it was built by. */
export interface ChangedUnit {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly fromVersionId: number;
  readonly builds: readonly VersionMove[];
}

export interface ChangeVersionDecision {
  readonly asserts: readonly Assertion[];
  readonly before: Order;
  readonly order: Order;
  readonly version: Revision;
  /** The units as they were, and what becomes of them, in the same order. */
  readonly unitsBefore: readonly UnitToMove[];
  readonly units: readonly ChangedUnit[];
  readonly at: number;
  readonly userId: number;
  readonly comment: string | undefined;
}

/**
 * Decides a change of the BoM version of a started order, or of some of its units. Refuses
 * `validation_failed`, `not_found`, `stale_revision`, `order_status`, `inactive`, `bom_status`,
 * `item_status`, `too_many`, `not_in_bom` and `over_maximum`.
 */
export function decideChangeVersion(
  facts: ChangeVersionFacts,
  input: ChangeVersionInput,
  by: Attribution,
): ChangeVersionDecision {
  const sent = input.items ?? undefined;
  const before = requireOrder(facts.orders, input);
  requireCurrent("WorksOrder", before, input.revNo, `Works order ${before.orderNo}`);
  if (before.status === "Created") {
    const detail = `Works order ${before.orderNo} has not been started: change its version by Upsert.`;
    throw new Refusal("order_status", detail, { members: orderRefused(before) });
  }
  requireStatus(before, ["Started"], "given another BoM version");
  requireActive({ isActive: before.bomIsActive }, `The BoM ${before.bom}`);
  const version = requireTarget(facts, before, input);
  const asked = sent ? requireUnits(facts, before, sent) : unitsOf(facts, before);
  const unitsBefore = asked.filter((unit) => versionOfUnit(before, unit) !== version.id);
  const units = changedUnits(facts, before, version, unitsBefore);
  const isSame = sent !== undefined || before.bomVersionId === version.id;
  return {
    asserts: [
      relyOn("Bom", { id: before.bomId, revNo: before.bomRevNo }),
      ...(isSame ? [relyOn("WorksOrder", before)] : []),
    ],
    before,
    order: isSame ? before : withVersion(before, version),
    version: { id: version.id, revNo: version.revNo },
    unitsBefore,
    units,
    at: by.at,
    userId: by.userId,
    comment: input.comment ?? undefined,
  };
}

type Version = ChangeVersionFacts["versions"][number];

const withVersion = (before: Order, { id, revNo, major, minor, status }: Version): Order =>
  revisedOrder(before, {
    bomVersionId: id,
    bomVersionRevNo: revNo,
    major,
    minor,
    bomStatus: status,
    firstVersionId: before.firstVersionId ?? before.bomVersionId,
  });

/** Finds the version of the order's BoM. Refuses `not_found`, and `bom_status` of one not Released. */
function requireTarget(
  { versions }: ChangeVersionFacts,
  { bom, bomId }: Order,
  { version: number }: ChangeVersionInput,
): Version {
  const found = versions.find((one) => one.bomId === bomId && isSameNumber(one, number));
  if (!found) {
    const detail = `The BoM ${bom} has no version ${formatVersion(number)}.`;
    throw refusalAt("not_found", "/version", detail);
  }
  if (found.status === "Released") return found;
  throw refusalAt(
    "bom_status",
    "/version",
    `Version ${formatVersion(found)} of the BoM ${bom} is ${found.status}: ` +
      "units are built by a Released one.",
  );
}

const unitsOf = ({ units }: ChangeVersionFacts, { id }: Order): readonly UnitToMove[] =>
  units.filter((unit) => unit.worksOrderId === id && unit.isToFinish);

/**
 * Finds the units that a request names. Refuses `validation_failed` of one that is named twice,
 * `not_found`, and `item_status` of a unit that is finished, or has left.
 */
function requireUnits(
  { units }: ChangeVersionFacts,
  order: Order,
  sent: readonly UnitReference[],
): readonly UnitToMove[] {
  const found = sent.map((reference, index) => requireUnit(units, order, reference, index));
  requireDistinct(
    found.map(({ visualSerialNo }) => visualSerialNo),
    (index) => `/items/${index}`,
    "The request names one item twice.",
  );
  return found;
}

function requireUnit(
  units: readonly UnitToMove[],
  order: Order,
  { id, visualSerialNo }: UnitReference,
  index: number,
): UnitToMove {
  const key = visualSerialNo === undefined ? undefined : foldCase(visualSerialNo);
  const unit = units.find(
    (one) =>
      one.worksOrderId === order.id &&
      (id === undefined || one.id === id) &&
      (key === undefined || one.serialKey === key),
  );
  if (!unit) {
    const names = [
      ...(id === undefined ? [] : [`the id ${id}`]),
      ...(visualSerialNo === undefined ? [] : [`the serial ${visualSerialNo}`]),
    ];
    const detail = `No item of works order ${order.orderNo} has ${names.join(" and ")}.`;
    throw refusalAt("not_found", `/items/${index}`, detail);
  }
  if (unit.isToFinish) return unit;
  throw refusalAt(
    "item_status",
    `/items/${index}`,
    `Item ${unit.visualSerialNo} is ${unit.status} and not in work: it keeps its BoM version.`,
  );
}

/** Returns the units with the new places of what is built into them, or refuses. */
function changedUnits(
  facts: ChangeVersionFacts,
  order: Order,
  version: Version,
  units: readonly UnitToMove[],
): ChangedUnit[] {
  const ids = new Set(units.map(({ id }) => id));
  const builds = facts.builds.filter(({ parentId }) => ids.has(parentId));
  if (facts.builds.length > movedBuildsMax) throw tooManyBuilds(order);
  const byParent = Map.groupBy(builds, ({ parentId }) => parentId);
  const place = placingIn(version.id, facts.slots, facts.candidates);
  const slotNames = new Map(facts.slots.map(({ id, description }) => [id, description]));
  const unplaced: (UnplacedBuild & { readonly of: UnitToMove })[] = [];
  const changed = units.map((unit): ChangedUnit => {
    const placed = place(unit, byParent.get(unit.id) ?? []);
    unplaced.push(...placed.unplaced.map((one) => ({ ...one, of: unit })));
    return {
      id: unit.id,
      visualSerialNo: unit.visualSerialNo,
      fromVersionId: versionOfUnit(order, unit),
      builds: placed.moved.map(({ build: { id: buildId, ...build }, to }): VersionMove => ({
        buildId,
        childSerialNo: build.childSerialNo,
        qty: build.qty,
        unit: build.unit,
        from: {
          bomSlotId: build.bomSlotId,
          candidateId: build.candidateId,
          slot: slotNames.get(build.bomSlotId)!,
        },
        to: { bomSlotId: to.bomSlotId, candidateId: to.candidateId, slot: to.slot },
      })),
    };
  });
  if (unplaced.length > 0) throw fitsNowhere(version, slotNames, unplaced);
  return changed;
}

const tooManyBuilds = ({ orderNo }: Order): Refusal =>
  new Refusal(
    "too_many",
    `More than ${movedBuildsMax} builds would move in the units of works order ${orderNo}. ` +
      "Name fewer of its units in items, and send the rest in further requests.",
  );

/** The number of builds that a refusal names. */
const namedBuildsMax = 20;

/** Returns the refusal of builds that fit nowhere. It names each with its unit and its slot. */
function fitsNowhere(
  version: Version,
  slotNames: ReadonlyMap<number, string>,
  unplaced: readonly (UnplacedBuild & { readonly of: UnitToMove })[],
): Refusal {
  const number = formatVersion(version);
  const details = unplaced.slice(0, namedBuildsMax).map(({ build, of, isTaken }) => {
    const { qty, unit, product, childSerialNo, bomSlotId } = build;
    const named = build.version === null ? product : `${product} version ${build.version}`;
    const why = isTaken
      ? `no slot of version ${number} that takes it has room for it`
      : `no active slot of version ${number} takes it`;
    return (
      `${childSerialNo} (${formatQuantity(qty)} ${unit} of ${named}) in ` +
      `"${slotNames.get(bomSlotId)}" of ${of.visualSerialNo}: ${why}.`
    );
  });
  const rest = unplaced.length - 1;
  const more = rest === 0 ? "" : ` So it is of ${rest} more.`;
  return new Refusal(
    unplaced.some(({ isTaken }) => !isTaken) ? "not_in_bom" : "over_maximum",
    `${details[0]}${more} Nothing was changed. Remove it first, or give the version a slot for it.`,
    {
      errors: details.map((detail) => ({ pointer: "/version", detail })),
      members: { count: unplaced.length },
    },
  );
}
