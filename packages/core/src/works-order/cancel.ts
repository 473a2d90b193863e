import { and, inArray, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Attribution,
  type Change,
  insertPart,
  own,
  type PartChange,
  relyOn,
  type RowsOf,
  update,
  verb,
} from "../engine/index.ts";
import { build, materialItem } from "../database/schema/index.ts";
import { serviceStatuses, withStatus } from "../material-item/status.ts";
import { Refusal } from "../refusal.ts";
import { type OrderItem, orderItems } from "./items.ts";
import {
  addressesOf,
  itemsOfOrders,
  type Order,
  type OrderAddress,
  ordersAddressed,
  requireOrder,
  requireStatus,
  revisedOrder,
} from "./order.ts";

export interface CancelWorksOrderInput extends OrderAddress {
  readonly comment?: string | null | undefined;
}

const parentsBuilt = statement(() =>
  query
    .select({ id: build.parentId })
    .from(build)
    .where(and(inArray(build.parentId, itemsOfOrders()), isBuilt()))
    .groupBy(build.parentId),
);
const childrenBuilt = statement(() =>
  query
    .select({ id: build.childId })
    .from(build)
    .where(and(inArray(build.childId, itemsOfOrders()), isBuilt()))
    .groupBy(build.childId),
);
const itemsSplitOrMerged = statement(() =>
  query
    .select({ id: materialItem.id })
    .from(materialItem)
    .where(
      sql`${materialItem.id} in ${itemsOfOrders()}
        and (exists (select 1 from lot_transfer where from_id = ${materialItem.id})
          or exists (select 1 from lot_transfer where to_id = ${materialItem.id}))`,
    ),
);
const isBuilt = () => sql`${build.removedQty} < ${build.qty}`;

function load(inputs: readonly CancelWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  return {
    orders: ordersAddressed(addresses),
    items: orderItems(addresses),
    parents: parentsBuilt(addresses),
    children: childrenBuilt(addresses),
    splitOrMerged: itemsSplitOrMerged(addresses),
    statuses: serviceStatuses(),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly before: Order;
  readonly order: Order;
  /** The items that are scrapped. */
  readonly items: readonly OrderItem[];
  readonly scrapped: number;
  readonly at: number;
  readonly userId: number;
  readonly comment: string | undefined;
}

/** Decides a cancellation. Refuses `not_found`, `order_status` and `in_use`. */
function decide(facts: Facts, input: CancelWorksOrderInput, by: Attribution): Decision {
  const before = requireOrder(facts.orders, input);
  requireStatus(before, ["Created", "Started"], "cancelled");
  const itsItems = facts.items.filter(({ worksOrderId }) => worksOrderId === before.id);
  const items = before.status === "Created" ? [] : itsItems;
  requireUnbuilt(before, items, facts);
  const gone = items.filter(({ statusSuidKey: key }) => key === "scrapped" || key === "voided");
  return {
    asserts: gone.map((item) => relyOn("MaterialItem", item)),
    before,
    order: revisedOrder(before, { status: "Cancelled" }),
    items: items.filter((item) => !gone.includes(item)),
    scrapped: withStatus(facts.statuses, "scrapped").statusId,
    at: by.at,
    userId: by.userId,
    comment: input.comment ?? undefined,
  };
}

/**
 * Refuses (`in_use`) an order if material is built into its items, if they are built into others,
 * if they have left the plant, or if they were split or merged.
 */
function requireUnbuilt(order: Order, items: readonly OrderItem[], facts: Facts): void {
  const ids = new Set(items.map(({ id }) => id));
  const countOf = (rows: readonly { id: number }[]) => rows.filter(({ id }) => ids.has(id)).length;
  const counts = {
    builtInto: countOf(facts.parents),
    builtElsewhere: countOf(facts.children),
    dispatched: items.filter(({ statusSuidKey }) => statusSuidKey === "dispatched").length,
    splitOrMerged: countOf(facts.splitOrMerged),
  };
  if (Object.values(counts).every((count) => count === 0)) return;
  throw new Refusal(
    "in_use",
    `Works order ${order.orderNo} can't be cancelled: of its items, ${counts.builtInto} have ` +
      `material built in, ${counts.builtElsewhere} are built into others, ` +
      `${counts.dispatched} are dispatched, and ${counts.splitOrMerged} were split or merged.`,
    { members: { counts } },
  );
}

function write({ before, order, items, scrapped, at, userId, comment }: Decision): Change[] {
  const note = { action: "cancelled" as const, comment };
  const patch = { statusId: scrapped, actualQty: 0, lastEditAt: at, lastEditUserId: userId };
  return [
    update("WorksOrder", before, { status: order.status }, note),
    ...items.map((item) =>
      update("MaterialItem", item, patch, {
        action: "scrapped",
        comment,
        parts: writtenOff(item),
      }),
    ),
  ];
}

function writtenOff({ id, actualQty }: OrderItem): PartChange[] {
  if (actualQty === 0) return [];
  const row = { seq: own.seq, materialItemId: id, qty: -actualQty, materialReasonId: null };
  return [insertPart("adjustment", row)];
}

const answer = ({ order }: Decision): Order => order;

/**
 * Cancels a works order. It scraps the items of a started order and writes off their stock. It
 * refuses while anything is built into them, or they are built into others, or if they were split or
 * merged. Source: design 6.
 */
export const cancelWorksOrder = verb({
  conflicts: {
    of: ["WorksOrder/Cancel"],
    claims: {
      WorksOrder: "",
      MaterialItem: "of a started order, its items that are not scrapped or voided",
    },
    asserts: { MaterialItem: "of a started order, its items that are scrapped or voided already" },
  },
  load,
  decide,
  write,
  answer,
});
