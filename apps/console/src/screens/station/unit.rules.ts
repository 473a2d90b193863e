import type { Answer } from "@asbuilt/client";
import { addExact } from "../../contract/decimal.rules.ts";
import { inSlotOrder } from "../../contract/slot-order.rules.ts";

type Completeness = Answer<"genealogyCompleteness">;
type BomSlot = Answer<"bomSlotList">[number];
type BuiltItem = Answer<"genealogyAsBuilt">[number];

/** A record that a code can mean. */
export type Match = Answer<"scanResolve">["matches"][number];

/** An item in the unit, with the quantity that is in one of its slots. */
export type UnitContent = Pick<
  BuiltItem,
  "id" | "visualSerialNo" | "productName" | "bomSlotID" | "slot" | "qty" | "unit"
>;

/** A slot of the unit, with what fills it. */
export type UnitSlot = Completeness["slots"][number] & {
  readonly instruction: string | null;
  readonly properties: BomSlot["Properties"];
  readonly built: number;
  readonly contents: readonly UnitContent[];
};

/** The unit that is built into. */
export interface Unit {
  readonly id: number;
  readonly serial: string;
  readonly product: string;
  readonly orderNo: string | null;
  readonly hasBom: boolean;
  readonly slots: readonly UnitSlot[];
  readonly contents: readonly UnitContent[];
  /** It was complete when it was scanned, and was not changed here since. */
  readonly isFinished?: boolean;
}

interface UnitReads {
  readonly completeness: Completeness;
  readonly bomSlots: readonly BomSlot[];
  readonly contents: readonly UnitContent[];
}

export function unitOf({ completeness, bomSlots, contents }: UnitReads): Unit {
  const texts = new Map(bomSlots.map((slot) => [slot.id, slot]));
  const active = completeness.slots.filter(({ isActive }) => isActive);
  const slots = inSlotOrder(active, ({ bomSlotID: id, slot: text }) => ({ id, text })).map(
    (slot): UnitSlot =>
      Object.assign({}, slot, {
        instruction: texts.get(slot.bomSlotID)?.instruction ?? null,
        properties: texts.get(slot.bomSlotID)?.Properties ?? [],
        built: builtIn(slot),
        contents: contents.filter(({ bomSlotID }) => bomSlotID === slot.bomSlotID),
      }),
  );
  const { id, visualSerialNo: serial, productName: product, orderNo, bomVersionID } = completeness;
  return { id, serial, product, orderNo, hasBom: bomVersionID !== null, slots, contents };
}

/** Adds what candidates in the slot's own unit have filled. */
const builtIn = ({ candidates, unit }: Completeness["slots"][number]): number =>
  candidates
    .filter((candidate) => candidate.unit === unit)
    .reduce((sum, { built }) => addExact(sum, built), 0);

export const isMissing = ({ isRequired, missing, missingEvidence }: UnitSlot): boolean =>
  (isRequired && missing > 0) || missingEvidence.length > 0;

export const missingSlots = ({ slots }: Unit): readonly UnitSlot[] => slots.filter(isMissing);

/** Returns whether no slot stops Complete. A unit without slots is never full. */
export const isFull = (unit: Unit): boolean =>
  unit.slots.length > 0 && missingSlots(unit).length === 0;

/** Returns whether a unit of a works order was completed: only taking a part out opens it again. */
export const isFinished = ({ status, orderNo }: Match): boolean =>
  status === "Available" && orderNo !== null;

export const isSameSerial = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A part can be known without the service: a piece has no quantity to ask for. */
export type Known = "piece" | "lot";

/** Returns as what an item is known. The last one of a lot is a piece too. */
export const knownAs = ({
  tracking = null,
  actualQty,
}: Partial<Pick<Match, "tracking">> & Pick<Match, "actualQty">): Known =>
  tracking === "Serial" || actualQty === 1 ? "piece" : "lot";

/** Returns whether a part that nothing is known of may be one of a lot. */
export const mayTakeLots = ({ slots }: Unit): boolean =>
  slots.length === 0 || slots.some(({ min, max }) => min !== 1 || max !== 1);

/** Returns the slots that take a product. */
export const slotsFor = ({ slots }: Unit, productID: number | null): readonly UnitSlot[] =>
  slots.filter(({ candidates }) => candidates.some((candidate) => isOf(candidate, productID)));

type Candidate = UnitSlot["candidates"][number];

const isOf = (candidate: Candidate, productID: number | null): boolean =>
  candidate.isActive && candidate.productID === productID;

/**
 * Returns the quantity of a lot that the first open slot lacks, at most what is left of the lot.
 * It is undefined where only a person can say it: no slot lacks it, or the units differ.
 */
export function suggestedQuantity(unit: Unit, match: Match): number | undefined {
  const open = slotsFor(unit, match.productID).find(({ missing }) => missing > 0);
  const candidate = open?.candidates.find((each) => isOf(each, match.productID));
  if (!open || !candidate || match.actualQty === null) return undefined;
  const isComparable =
    candidate.unit === open.unit && candidate.min === open.min && match.unit === open.unit;
  if (!isComparable || match.actualQty <= 0) return undefined;
  return Math.min(open.missing, match.actualQty);
}

/**
 * Returns the content that shows that an item is in the unit already, so that a call could only be
 * refused: a single piece, or a lot whose slots are all at their maximum.
 */
export function alreadyBuilt(unit: Unit, match: Match): UnitContent | undefined {
  const content = unit.contents.find(({ visualSerialNo }) =>
    isSameSerial(visualSerialNo, match.name),
  );
  if (!content || match.tracking === "Serial") return content;
  const slots = slotsFor(unit, match.productID);
  const isAtMaximum = slots.every(({ max, built }) => max !== null && built >= max);
  return slots.length > 0 && isAtMaximum ? content : undefined;
}
