import { eq, getTableColumns, inArray, or, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  bom,
  bomVersion,
  type OrderStatus,
  product,
  worksOrder,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { foldGiven } from "../values/fold-case.ts";
import { countIfRequested } from "../rules/in-use.ts";
import { requireCurrent } from "../rules/current.ts";
import { foldedNames } from "../rules/named.ts";
import { Refusal, refusalAt, type RefusalMembers } from "../refusal.ts";

/** The columns of the tables that an order refers to. */
const joinedToOrder = () => ({
  productName: product.name,
  inventoryDecimalPlaces: product.inventoryDecimalPlaces,
  bomId: bom.id,
  bom: bom.name,
  bomRevNo: bom.revNo,
  bomIsActive: bom.isActive,
  major: bomVersion.major,
  minor: bomVersion.minor,
  bomStatus: bomVersion.status,
  bomVersionRevNo: bomVersion.revNo,
});

/** Selects whole works orders with more of each. */
export const selectOrdersWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({ ...getTableColumns(worksOrder), ...joinedToOrder(), ...more })
    .from(worksOrder)
    .innerJoin(product, eq(product.id, worksOrder.productId))
    .innerJoin(bomVersion, eq(bomVersion.id, worksOrder.bomVersionId))
    .innerJoin(bom, eq(bom.id, bomVersion.bomId));

/** Selects whole works orders. Verbs and the list add conditions. */
export const selectOrders = () => selectOrdersWith({});

/** Whether an order pins its BoM version: it was started, and not cancelled. */
export const pinsVersion = () => sql`${worksOrder.status} in ('Started', 'Completed')`;

/**
 * The number of the orders that pin a version, by `countIfRequested`: it is theirs, or was it at
 * their start, or some of their units have it. Each is counted once.
 */
export const pinningOrders = (versionId: SQLWrapper): SQL<number> => {
  const pinned = (condition: SQL) =>
    countIfRequested(worksOrder, sql`${condition} and ${pinsVersion()}`);
  const isOther = sql`+works_order.bom_version_id <> ${versionId}`;
  // Without the +, SQLite would read all orders of the status.
  const status = sql`+works_order.status in ('Started', 'Completed')`;
  const [atStart, ofUnits] = [
    countIfRequested(
      worksOrder,
      sql`works_order.first_version_id = ${versionId} and ${isOther} and ${status}`,
    ),
    countIfRequested(
      worksOrder,
      sql`works_order.id in (select made.works_order_id from material_item as made
          where made.own_version_id = ${versionId})
        and ${isOther} and works_order.first_version_id is not ${versionId} and ${status}`,
    ),
  ];
  const own = pinned(sql`${worksOrder.bomVersionId} = ${versionId}`);
  return sql<number>`(${own} + ${atStart} + ${ofUnits})`.mapWith(Number);
};

/** The works orders with these ids or these folded order numbers (JSON arrays). */
export const ordersAddressed = statement(() =>
  selectOrders().where(
    or(inArray(worksOrder.id, each("ids")), inArray(worksOrder.orderNoKey, each("orderNos"))),
  ),
);

/** A works order with the names behind its references. Its quantity is in millionths. */
export type Order = ReturnType<ReturnType<typeof ordersAddressed>["row"]>;

/** A column of the works orders with these ids or folded order numbers, as a subquery. */
export const ofOrders = (column: SQLiteColumn): SQL => sql`(
  select ${column} from ${worksOrder} where ${worksOrder.id} in ${each("ids")}
  or ${worksOrder.orderNoKey} in ${each("orderNos")})`;

/** The items of the works orders with these ids or folded order numbers, as a subquery. */
export const itemsOfOrders = () => sql`(
  select id from material_item where works_order_id in ${ofOrders(worksOrder.id)})`;

/**
 * The quantity of the items of the row's works order that are not scrapped or voided, started or joined, in
 * millionths. It is a float: the sum of many items can pass the largest integer.
 */
export const startedQty = () =>
  sql<number>`(select total(nominal_qty) from material_item where works_order_id = works_order.id
    and status_id not in (
      select id from material_status where suid_key in ('scrapped', 'voided')))`.mapWith(Number);

/** Reads the quantities that the works orders with these ids or folded order numbers started. */
export const startedQtyOfOrders = statement(() =>
  query
    .select({ orderId: worksOrder.id, qty: startedQty() })
    .from(worksOrder)
    .where(inArray(worksOrder.id, ofOrders(worksOrder.id))),
);

/** The address of a works order: its id, its number, or both, which must agree. */
export interface OrderAddress {
  readonly id?: number | undefined;
  readonly orderNo?: string | undefined;
}

/** The id of an order, and its revision that was read. Without that, it is changed as it is. */
export interface OrderKey {
  readonly id: number;
  readonly revNo?: number | undefined;
}

/** Finds the works order with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireCurrentOrder(orders: readonly Order[], { id, revNo }: OrderKey): Order {
  const order = requireOrder(orders, { id });
  requireCurrent("WorksOrder", order, revNo, `Works order ${order.orderNo}`);
  return order;
}

/** The values of the placeholders `ids` and `orderNos` for these addresses. */
export const addressesOf = (inputs: readonly OrderAddress[]) => ({
  ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])),
  orderNos: foldedNames(inputs.map(({ orderNo }) => orderNo)),
});

/** Finds the works order at an address; refuses (`not_found`) if there is none. */
export function requireOrder(orders: readonly Order[], { id, orderNo }: OrderAddress): Order {
  const key = foldGiven(orderNo);
  const found = orders.find(
    (order) =>
      (id === undefined || order.id === id) && (key === undefined || order.orderNoKey === key),
  );
  if (found) return found;
  const named = [
    ...(id === undefined ? [] : [`the id ${id}`]),
    ...(orderNo === undefined ? [] : [`the order number ${orderNo}`]),
  ];
  const pointer = id === undefined ? "/orderNo" : "/id";
  throw refusalAt("not_found", pointer, `No works order has ${named.join(" and ")}.`);
}

/** Returns a works order as a refusal shows it. */
export const orderRefused = ({ id, orderNo, status }: Order): RefusalMembers => ({
  order: { id, orderNo, status },
});

/** Refuses (`order_status`) a works order in another status. `done` ends the message: "started". */
export function requireStatus(order: Order, statuses: readonly OrderStatus[], done: string): void {
  if (statuses.includes(order.status)) return;
  throw new Refusal(
    "order_status",
    `Works order ${order.orderNo} is ${order.status}: it can't be ${done} any more.`,
    { members: orderRefused(order) },
  );
}

/** The version that a unit of an order is built by: `versionOfUnits` of items, without SQL. */
export const versionOfUnit = (
  { firstVersionId, bomVersionId }: Order,
  { ownVersionId }: { readonly ownVersionId: number | null },
): number => ownVersionId ?? firstVersionId ?? bomVersionId;

/** Returns the works order as it is after the change, with the next revision. */
export const revisedOrder = (order: Order, patch: Partial<Order>): Order => ({
  ...order,
  ...patch,
  revNo: order.revNo + 1,
});
