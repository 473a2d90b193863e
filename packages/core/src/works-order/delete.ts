import { inArray } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Change, remove, type RowsOf, storedRow, verb } from "../engine/index.ts";
import { worksOrder } from "../database/schema/index.ts";
import { requireUnused } from "../rules/in-use.ts";
import { countReferences } from "../rules/references.ts";
import {
  type Order,
  type OrderKey,
  ordersAddressed,
  requireCurrentOrder,
  requireStatus,
} from "./order.ts";

const usesOfOrders = statement(() =>
  query
    .select({ id: worksOrder.id, counts: countReferences(worksOrder) })
    .from(worksOrder)
    .where(inArray(worksOrder.id, each("ids"))),
);

function load(inputs: readonly OrderKey[]) {
  const ids = JSON.stringify(inputs.map(({ id }) => id));
  return { orders: ordersAddressed({ ids, orderNos: "[]" }), uses: usesOfOrders({ ids }) };
}

interface Decision {
  readonly asserts: readonly [];
  readonly order: Order;
}

function decide({ orders, uses }: RowsOf<ReturnType<typeof load>>, input: OrderKey): Decision {
  const order = requireCurrentOrder(orders, input);
  requireStatus(order, ["Created"], "deleted");
  requireUnused(
    `Works order ${order.orderNo}`,
    uses.find(({ id }) => id === order.id)!.counts,
    "Cancel it instead.",
  );
  return { asserts: [], order };
}

const write = ({ order }: Decision): Change[] => [
  remove("WorksOrder", storedRow("WorksOrder", order), { action: "deleted" }),
];

const answer = ({ order }: Decision): Order => order;

/**
 * Deletes a works order that was never started, and returns it as it was. Refuses `not_found`,
 * `order_status`, and `in_use` where an item belongs to it. Source: design 6.
 */
export const deleteWorksOrder = verb({
  conflicts: { of: ["WorksOrder/Delete"], claims: { WorksOrder: "" } },
  load,
  decide,
  write,
  answer,
});
