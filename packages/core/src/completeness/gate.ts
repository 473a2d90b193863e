import { type Absence, type Assertion, type Fields, relyOn, type RowsOf } from "../engine/index.ts";
import type { Item } from "../material-item/item.ts";
import { isFinished } from "../material-item/status.ts";
import { Refusal, type RefusalMembers } from "../refusal.ts";
import { type Content, contentsOfGroup, type FlaggedContents } from "./contents.ts";
import type { factsOfUnits } from "./facts.ts";
import { requireEvidence } from "./evidence.ts";
import { counted, type Shortages, shortagesOf } from "./shortage.ts";

/** The obstacles that a request lets pass. Each needs a comment, which the contract demands. */
export interface Allowances {
  /** Lets a unit pass although it lacks material, or contains an unfinished unit. */
  readonly allowIncomplete?: boolean | null | undefined;
  /** Lets a unit pass although it contains something that is on hold. */
  readonly allowHeld?: boolean | null | undefined;
}

/** The obstacles that a request let pass, as the change log keeps them. */
export interface Passed extends Fields {
  readonly slots?: Shortages["slots"];
  readonly count?: number;
  readonly unfinished?: readonly Content[];
  readonly unfinishedCount?: number;
  readonly held?: readonly Content[];
  readonly heldCount?: number;
}

/**
 * Refuses (`incomplete`) what lacks material or contains an unfinished unit, then
 * (`contains_held`) what contains something that is on hold, unless the request allows it. The
 * name begins the message: "Item PUMP-7". Returns what it let pass; undefined if nothing.
 */
export function passGate(
  { name, members }: { readonly name: string; readonly members?: RefusalMembers },
  shortages: Shortages,
  contents: FlaggedContents,
  { allowIncomplete, allowHeld }: Allowances,
): Passed | undefined {
  const { unfinished, unfinishedCount, held, heldCount } = contents;
  const isIncomplete = shortages.count + unfinishedCount > 0;
  const { slots, count } = shortages;
  const incomplete = { slots, count, unfinished, unfinishedCount };
  if (isIncomplete && !allowIncomplete) {
    throw new Refusal("incomplete", incompleteText(name, shortages, contents), {
      members: { ...incomplete, ...members },
    });
  }
  if (heldCount > 0 && !allowHeld) {
    throw new Refusal("contains_held", heldText(name, contents), {
      members: { held, heldCount, ...members },
    });
  }
  if (!isIncomplete && heldCount === 0) return undefined;
  return { ...(isIncomplete ? incomplete : {}), ...(heldCount > 0 ? { held, heldCount } : {}) };
}

/** Whether a request let something pass that is incomplete. */
export const isDeviation = (passed: Passed | undefined): boolean =>
  (passed?.count ?? 0) + (passed?.unfinishedCount ?? 0) > 0;

/** The detail of a change that passed with obstacles, with signatures, or with both. */
export const detailOf = (...parts: readonly (Fields | undefined)[]): Fields | undefined =>
  parts.some((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;

/** The documented conflicts of a verb that lets one item pass. */
export const gateConflicts = {
  asserts: { BomVersion: "of a unit of a works order" },
  absences: { flaggedContents: "as read" },
} as const;

const noShortages: Shortages = { slots: [], count: 0 };

/** The reliance of a verb that let a unit pass, and the obstacles that it let pass. */
export interface PassedUnit {
  readonly asserts: readonly Assertion[];
  readonly absences: readonly Absence[];
  readonly detail: Passed | undefined;
}

/**
 * Lets one item pass the gate, or refuses (`evidence_missing`, `incomplete`, `contains_held`). Only a
 * unit of a works order must have the material of its BoM version: a purchased assembly was built
 * elsewhere. A finished unit had its evidence when it was completed.
 */
export function passUnit(
  item: Item,
  facts: RowsOf<ReturnType<typeof factsOfUnits>>,
  allowances: Allowances,
): PassedUnit {
  const { id, visualSerialNo, worksOrderId, bomVersionId, bomVersionRevNo } = item;
  const isUnit = worksOrderId !== null && bomVersionId !== null;
  const what = { name: `Item ${visualSerialNo}` };
  if (isUnit && !isFinished(item)) requireEvidence(what, [item], () => bomVersionId, facts);
  const shortages = isUnit ? shortagesOf([item], () => bomVersionId, facts) : noShortages;
  const contents = contentsOfGroup(facts.contents, item.id);
  return {
    detail: passGate(what, shortages, contents, allowances),
    asserts: isUnit ? [relyOn("BomVersion", { id: bomVersionId, revNo: bomVersionRevNo! })] : [],
    absences: [["flaggedContents", id, contents.unfinishedCount, contents.heldCount]],
  };
}

function incompleteText(what: string, shortages: Shortages, contents: FlaggedContents): string {
  const [slot] = shortages.slots;
  const [unit] = contents.unfinished;
  const { unfinishedCount } = contents;
  const sentences = [
    slot &&
      `${what} lacks material in ${counted(shortages.count, "required slot")}. The first is ` +
        `"${slot.description}" of ${slot.visualSerialNo}, with ${slot.built} of ${slot.required} ` +
        `${slot.unit} of ${slot.product}.`,
    unit &&
      `${what} contains ${counted(unfinishedCount, "unfinished unit")} of works orders. ` +
        `The first is ${placeOf(unit)}.`,
  ];
  return sentences.filter((sentence) => sentence !== undefined).join(" ");
}

function heldText(what: string, { held, heldCount }: FlaggedContents): string {
  // It is called only if something is on hold.
  const first = held[0]!;
  return `${what} contains ${counted(heldCount, "item")} on hold. The first is ${placeOf(first)}.`;
}

/** The place of a part in words: "PCB-1 in BOARD-7 in UNIT-3". */
const placeOf = ({ path }: Content) =>
  path
    .map(({ visualSerialNo }) => visualSerialNo)
    .toReversed()
    .join(" in ");
