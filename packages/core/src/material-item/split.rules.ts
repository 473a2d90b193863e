import {
  type Attribution,
  type Change,
  create,
  differences,
  insertPart,
  type Note,
  own,
  storedFields,
  update,
} from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { requireDecimalPlaces } from "../rules/limits.ts";
import { foldCase } from "../values/fold-case.ts";
import { formatQuantity, scale } from "../values/decimal.ts";
import { requireDivisible } from "./divisible.ts";
import type { HoldReason } from "./hold-reason.ts";
import { alsoHeldFor, heldFor, holdsOf } from "./holds.ts";
import { type Item, measuredProductOf, type NewItem, revisedItem, serialTaken } from "./item.ts";
import type { Location } from "./location.ts";
import { emptyItem } from "./new-item.ts";
import { type Status, withStatus } from "./status.ts";

/** A part to take off a lot. The quantity is in millionths. */
export interface NewPart {
  readonly qty: number;
  readonly visualSerialNo: string;
  /** Where it goes, if not where the lot is. */
  readonly location?: Location | undefined;
  /** Why it is held. */
  readonly holdReason?: HoldReason | undefined;
  /** The places of its fields in the body. */
  readonly at: Readonly<Record<"qty" | "serial", string>>;
}

/** A lot before and after parts were taken off it, and the parts. */
export interface DividedLot {
  readonly before: Item;
  readonly after: Item;
  readonly parts: readonly NewItem[];
}

/** The facts of a Split: who has the serials of the parts, and the statuses. */
export interface SplitFacts {
  readonly holders: readonly { readonly serialKey: string }[];
  readonly statuses: readonly Status[];
}

/**
 * Takes parts off a lot. A part has everything of the lot but its serial, its quantity and what only
 * one item can have; it belongs to no works order. It has the holds of its lot, and one more if it is
 * to be held itself. Refuses `item_status`, `tracking`, `duplicate`, `decimal_places` and
 * `insufficient_quantity`.
 */
export function divideLot(
  lot: Item,
  parts: readonly NewPart[],
  { holders, statuses }: SplitFacts,
  by: Attribution,
): DividedLot {
  requireDivisible(lot, "split");
  const taken = new Set(holders.map(({ serialKey }) => serialKey));
  let left = lot.actualQty;
  for (const { qty, visualSerialNo, at } of parts) {
    const serialKey = foldCase(visualSerialNo);
    if (taken.has(serialKey)) throw serialTaken(visualSerialNo, at.serial);
    taken.add(serialKey);
    requireDecimalPlaces(qty, measuredProductOf(lot), at.qty);
    if (qty > left) throw tooLittleLeft(lot, left, qty, at.qty);
    left -= qty;
  }
  const usedUp = left === 0 ? withStatus(statuses, "consumed") : {};
  return {
    before: lot,
    after: revisedItem(lot, { actualQty: left }, by, usedUp),
    parts: parts.map((part) => partOf(lot, part, by)),
  };
}

function partOf(lot: Item, part: NewPart, by: Attribution): NewItem {
  const { id: _id, hold: _hold, testModeId, ...same } = lot;
  const { visualSerialNo, qty, location, holdReason: reason } = part;
  return {
    ...same,
    ...emptyItem,
    revNo: 1,
    lastEditAt: by.at,
    lastEditUserId: by.userId,
    visualSerialNo,
    serialKey: foldCase(visualSerialNo),
    nominalQty: qty,
    actualQty: qty,
    testModeId,
    ...(reason ? alsoHeldFor(lot, reason) : heldFor(holdsOf(lot))),
    ...(location && { locationId: location.id, locationSuid: location.suid }),
    madeAtConsumption: false,
  };
}

const tooLittleLeft = (lot: Item, left: number, qty: number, pointer: string) => {
  const { unit, visualSerialNo, actualQty } = lot;
  const rest = left === actualQty ? "" : ` for this part, after the parts before it`;
  return refusalAt(
    "insufficient_quantity",
    pointer,
    `Item ${visualSerialNo} has ${formatQuantity(left)} ${unit} left${rest}: ` +
      `${formatQuantity(qty)} ${unit} can't be taken off.`,
    { limit: left / scale },
  );
};

/** Writes what was taken off: the change of the lot, then each part, which begins with its link. */
export function writeSplit(
  { before, after, parts }: DividedLot,
  note: Pick<Note, "comment" | "occurredAt">,
  partId?: number,
): Change[] {
  const ofLot = update("MaterialItem", before, differences("MaterialItem", before, after), {
    action: "split",
    ...note,
    detail: {
      qty: before.actualQty - after.actualQty,
      partSerialNos: parts.map(({ visualSerialNo }) => visualSerialNo),
    },
  });
  const created = parts.map((part) =>
    create(
      "MaterialItem",
      storedFields("MaterialItem", part),
      {
        action: "splitOff",
        ...note,
        detail: { fromId: before.id, qty: part.nominalQty },
        parts: [
          insertPart("lotTransfer", {
            seq: own.seq,
            kind: "split",
            fromId: before.id,
            toId: own.id,
            qty: part.nominalQty,
          }),
        ],
      },
      partId,
    ),
  );
  return [ofLot, ...created];
}
