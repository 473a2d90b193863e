import { inArray, sql } from "drizzle-orm";
import { materialItem } from "../database/schema/index.ts";
import { happenedAt } from "../database/happened-at.ts";
import { each } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Attribution } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { formatQuantity } from "../values/decimal.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { type Item, type NewItem, revisedItem, selectItemsWith, serialTaken } from "./item.ts";
import { requireStatusNot, type Status, withStatus } from "./status.ts";

/** The past of an item that was made at a point of consumption. Quantities are in millionths. */
interface Past {
  /** When it was made. */
  readonly madeAt: number;
  /** The quantity that is built of it now, or that went to other items by Split and Merge. */
  readonly built: number;
  /** The sum of its adjustments, and the part of it that Builds have booked as shortfalls. */
  readonly adjusted: number;
  readonly shortfalls: number;
}

const parsePast = (text: string): Past | null => JSON.parse(text) as Past;

// Floating-point sums are exact below 2^53. Larger ones are above every quantity, and refused.
const past = () =>
  sql<Past | null>`case when ${materialItem.madeAtConsumption} then json_object(
    'madeAt', (select ${happenedAt()} from change_log where entity = 'MaterialItem'
      and entity_id = ${materialItem.id} and rev_no = 1),
    'built', (select total(qty - removed_qty) from build where child_id = ${materialItem.id})
      + (select total(qty) from lot_transfer where from_id = ${materialItem.id})
      - (select total(qty) from lot_transfer where to_id = ${materialItem.id} and kind = 'merge'),
    'adjusted', (select total(qty) from adjustment where material_item_id = ${materialItem.id}),
    'shortfalls', (select total(adjustment.qty) from adjustment
      join change_log on change_log.seq = adjustment.seq and change_log.action = 'built'
      where adjustment.material_item_id = ${materialItem.id})) end`.mapWith(parsePast);

/** Reads the items with these folded serials (a JSON array), as a receipt of the same serial. */
export const itemsToAdopt = statement(() =>
  selectItemsWith({ past: past() }).where(inArray(materialItem.serialKey, each("serials"))),
);
type ItemToAdopt = ReturnType<ReturnType<typeof itemsToAdopt>["row"]>;

/** The receipt of an item that exists. */
export interface Adoption {
  readonly item: ItemToAdopt;
  /** The item as the receipt would make it, and as it was made without any details. */
  readonly received: NewItem;
  readonly byDefault: NewItem;
  /** The fields that the receipt sends. */
  readonly sent: ReadonlySet<string>;
  readonly statuses: readonly Status[];
}

/** The fields that a receipt fills in where they are empty. A default counts as empty. */
const filled = {
  expiryDate: ["expiryAt"],
  batchNo: ["batchNo", "batchKey", "batchHolds"],
  deliveryNo: ["deliveryNo", "deliveryKey"],
  origin: ["origin", "originKey"],
  costPerUnit: ["costPerUnit", "currencyId", "currency"],
  ownershipType: ["ownershipTypeId", "ownershipType"],
  location: ["locationId", "locationSuid"],
} as const satisfies Readonly<Record<string, readonly (keyof NewItem)[]>>;

/** Returns when an item was made at a point of consumption; refuses (`duplicate`) any other item. */
export function requireMadeAt({ past: made, worksOrderId }: ItemToAdopt, serial: string): number {
  if (made === null || worksOrderId !== null) throw serialTaken(serial);
  return made.madeAt;
}

/**
 * Decides the receipt of an item that was made at a point of consumption before its delivery was
 * received. The quantity is what was delivered in all, so the stock is what is left of it: less what
 * is built, and less what was written off or missing at counts. From then on the stock is managed.
 * Returns the item and the adjustment. Refuses `item_status`, `details_contradict` and
 * `insufficient_quantity`.
 */
export function adopt(adoption: Adoption, by: Attribution) {
  const { item, received, statuses } = adoption;
  requireStatusNot(item, ["dispatched", "voided"], "received");
  const patch = fieldsFilled(adoption);
  const { built, adjusted, shortfalls } = item.past!;
  const lost = Math.min(0, adjusted - shortfalls);
  const actualQty = received.nominalQty - built + lost;
  if (actualQty < 0) throw tooFew(item, received.nominalQty, built - lost);
  return {
    item: revisedItem<Item>(item, { nominalQty: received.nominalQty, actualQty }, by, {
      ...patch,
      madeAtConsumption: false,
      ...statusOfRest(statuses, item, actualQty),
    }),
    adjustment: lost - adjusted,
  };
}

/** Returns the fields that the receipt fills in; refuses (`details_contradict`) what differs. */
function fieldsFilled({ item, received, byDefault, sent }: Adoption): Partial<Item> {
  const patch: Record<string, unknown> = {};
  const contradicting = [
    ...(item.productId === received.productId ? [] : ["productName"]),
    ...(sent.has("version") && item.version !== received.version ? ["version"] : []),
  ];
  for (const [field, columns] of Object.entries(filled)) {
    if (!sent.has(field)) continue;
    const [first] = columns;
    const [present, given] = [keyOf(item[first]), keyOf(received[first])];
    const isEmpty = present === null || present === keyOf(byDefault[first]);
    if (isEmpty) for (const column of columns) patch[column] = received[column];
    else if (present !== given) contradicting.push(field);
  }
  if (contradicting.length === 0) return patch;
  throw new Refusal(
    "details_contradict",
    `Item ${item.visualSerialNo} was made at a point of consumption with another ` +
      `${contradicting.join(" and ")}.`,
    {
      errors: contradicting.map((field) => ({
        pointer: `/${field}`,
        detail: `Item ${item.visualSerialNo} has another ${field}.`,
      })),
    },
  );
}

/** Batches and deliveries are the same in any case. */
const keyOf = (value: string | number | null) =>
  typeof value === "string" ? foldCase(value) : value;

const tooFew = ({ visualSerialNo, unit }: Item, delivered: number, gone: number) =>
  refusalAt(
    "insufficient_quantity",
    "/qty",
    `Of item ${visualSerialNo}, ${formatQuantity(gone)} ${unit} are already built or written off: ` +
      `the delivery can't have been ${formatQuantity(delivered)} ${unit}.`,
  );

function statusOfRest(statuses: readonly Status[], item: Item, actualQty: number) {
  const { statusSuidKey: key } = item;
  if (key !== "available" && key !== "consumed" && key !== "scrapped") return {};
  if (actualQty > 0) return withStatus(statuses, "available");
  return key === "available" ? withStatus(statuses, "consumed") : {};
}
