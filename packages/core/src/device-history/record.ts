import { inArray } from "drizzle-orm";
import { each } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readRows } from "../engine/index.ts";
import type { Times } from "../genealogy/as-of.ts";
import type { DetailedPlace } from "../genealogy/details.ts";
import { findRoot } from "../genealogy/structure.ts";
import type { ItemReference } from "../material-item/item-change.ts";
import { Refusal } from "../refusal.ts";
import { worksOrder } from "../database/schema/index.ts";
import { type Order, selectOrders } from "../works-order/order.ts";
import { attachmentsIn, type RecordedAttachment } from "./attachments.ts";
import { changesOf, type RecordedChange } from "./changes.ts";
import { contentsOf } from "./contents.ts";
import { type Design, designsOf } from "./designs.ts";
import { deviationsOf } from "./deviations.ts";
import { itemsOf, type RecordedItem } from "./items.ts";
import { type NamedRecord, namesIn } from "./names.ts";
import { type RecordedSignature, signaturesOf } from "./signatures.ts";
import { sealsOf, type SealOfRecord } from "./proof.ts";

/** The unit whose record is requested, and the state of it. */
export interface DeviceHistoryInput extends ItemReference, Times {}

/** The device history record of a unit: everything of one state. Quantities are in millionths. */
export interface DeviceHistory extends Times {
  /** The id of the unit. */
  readonly id: number;
  /** The last place of the log that it could include. */
  readonly lastSeq: number;
  /** The unit and everything in it, each once, the unit first. */
  readonly items: readonly RecordedItem[];
  /** The place of each of them but the unit: in what, in which slot, how much, since when. */
  readonly contents: readonly DetailedPlace[];
  readonly orders: readonly Order[];
  /** For each unit in it: its BoM version as it was designed, and what is built into it. */
  readonly designs: readonly Design[];
  /** The changes that pass a gate only because the request allowed it, with what it allowed. */
  readonly deviations: ReturnType<typeof deviationsOf>;
  /** The signatures of these items, their orders, designs and batch holds. */
  readonly signatures: readonly RecordedSignature[];
  /** The changes of all of these, in the order of the log. */
  readonly changes: readonly RecordedChange[];
  /** The present names of what the changes refer to by id. */
  readonly names: readonly NamedRecord[];
  /** The seals that cover these changes. */
  readonly seals: readonly SealOfRecord[];
  /** The attachments of the items and of the works orders, as these changes left them. */
  readonly attachments: readonly RecordedAttachment[];
}

/** The most items of a record: a process holds all of it. */
const itemsMax = 10_000;

const ordersWithIds = statement(() => selectOrders().where(inArray(worksOrder.id, each("orders"))));

/**
 * Reads the device history record of a unit, in one state. Refuses `not_found`, and a unit with more
 * than 10,000 items in it (`too_many`).
 */
export async function deviceHistory(
  context: Context,
  input: DeviceHistoryInput,
): Promise<DeviceHistory> {
  const { at, knownAt } = input;
  const { id, lastSeq } = await findRoot(context, input);
  const asOf = { seq: lastSeq, at, knownAt };
  const contents = await contentsOf(context, id, asOf, itemsMax);
  if (contents.length > itemsMax) {
    throw new Refusal("too_many", `The unit contains more than ${itemsMax} items.`);
  }
  const ids = [...new Set([id, ...contents.map((place) => place.id)])];
  const items = await itemsOf(context, ids, asOf);
  const designs = await designsOf(context, items, asOf);
  const orderIds = [...new Set(items.flatMap(({ worksOrderId }) => worksOrderId ?? []))];
  const asked = ordersWithIds({ orders: JSON.stringify(orderIds) });
  const orders = orderIds.length > 0 ? await readRows(context, asked) : [];
  const versions = [...new Set(designs.map(({ version }) => version.id))];
  const changes = await changesOf(context, { items: ids, orders: orderIds, versions }, asOf);
  const signatures = await signaturesOf(context, changes, asOf);
  const names = await namesIn(context, changes);
  const seals = await sealsOf(context, changes);
  const deviations = deviationsOf(changes);
  const attachments = attachmentsIn(changes);
  const unit = { id, at, knownAt, lastSeq, items, contents, orders, designs };
  return { ...unit, deviations, signatures, changes, names, seals, attachments };
}
