import { inArray, sql } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Change, claim, type Context, create, execute, update } from "../engine/index.ts";
import { materialItem, product, serialRange, worksOrder } from "../database/schema/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { selectProductsToReceive } from "../material-item/new-item.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { addressesOf, ofOrders, type Order, type OrderAddress, ordersAddressed } from "./order.ts";
import { decideStart, mostItems, type StartDecision, type StartedItem } from "./start.rules.ts";

/** Quantities are in millionths. */
export interface StartWorksOrderInput extends OrderAddress {
  readonly items?: readonly StartedItem[] | null | undefined;
  readonly comment?: string | null | undefined;
}

/** A started works order, with the items that it was started with. */
export interface StartedWorksOrder {
  readonly order: Order;
  readonly items: readonly (StartedItem & { readonly id: number })[];
}

/** Starts a works order: pins its BoM version and creates its items. Source: design 6. */
export const startWorksOrder = (
  context: Context,
  input: StartWorksOrderInput,
): Promise<StartedWorksOrder> =>
  execute(context, { load: loadStart, decide: decideStart, write, answer }, input);

const productsOfOrders = statement(() =>
  selectProductsToReceive().where(inArray(product.id, ofOrders(worksOrder.productId))),
);

const rangesOfOrders = statement(() =>
  query
    .select({
      id: serialRange.id,
      revNo: serialRange.revNo,
      name: serialRange.name,
      prefix: serialRange.prefix,
      nextNumber: serialRange.nextNumber,
      endNumber: serialRange.endNumber,
      padding: serialRange.padding,
    })
    .from(serialRange)
    .where(
      inArray(
        serialRange.id,
        sql`(select serial_range_id from product where id in ${ofOrders(worksOrder.productId)})`,
      ),
    ),
);

// The serials that would be made, folded: a prefix is ASCII, which lower() folds whole.
const serialsToMake = () => sql`(
  with recursive making (stem, number, padding, remaining) as (
    select coalesce(lower(serial_range.prefix), works_order.order_no_key || '-'),
      coalesce(serial_range.next_number, 1), coalesce(serial_range.padding, 0),
      min(${mostItems}, (works_order.qty - 1) / product.default_batch_size + 1)
    from works_order join product on product.id = works_order.product_id
    left join serial_range on serial_range.id = product.serial_range_id
    where works_order.id in ${ofOrders(worksOrder.id)}
    union all
    select stem, number + 1, padding, remaining - 1 from making where remaining > 1
  ) select stem || printf('%0*d', padding, number) from making)`;

const takenSerials = statement(() =>
  query
    .select({ serialKey: materialItem.serialKey })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, each("serials"))),
);
const takenSerialsToMake = statement(() =>
  query
    .select({ serialKey: materialItem.serialKey })
    .from(materialItem)
    .where(inArray(materialItem.serialKey, serialsToMake())),
);

/** All that bears on a start, with those serials of its items that are taken. */
export function loadStart(inputs: readonly StartWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  const sent = inputs.flatMap(({ items }) => items ?? []);
  return {
    orders: ordersAddressed(addresses),
    products: productsOfOrders(addresses),
    ranges: rangesOfOrders(addresses),
    taken:
      sent.length > 0
        ? takenSerials({ serials: foldedNames(sent.map((item) => item.visualSerialNo)) })
        : takenSerialsToMake(addresses),
    statuses: serviceStatuses(),
  };
}

function write({ before, order, common, items, range, comment }: StartDecision): Change[] {
  const note = { action: "started" as const, comment };
  const detail = { orderNo: order.orderNo };
  return [
    update("WorksOrder", before, { status: order.status, startAt: order.startAt }, note),
    claim(
      "BomVersion",
      { id: order.bomVersionId, revNo: order.bomVersionRevNo },
      { action: "pinned", detail },
    ),
    ...(range
      ? [update("SerialRange", range, { nextNumber: range.next }, { action: "numbered", detail })]
      : []),
    ...items.map(({ visualSerialNo, qty }) =>
      create(
        "MaterialItem",
        {
          ...common,
          visualSerialNo,
          serialKey: foldCase(visualSerialNo),
          nominalQty: qty,
          actualQty: qty,
        },
        { action: "started" },
      ),
    ),
  ];
}

function answer({ order, items }: StartDecision, logged: readonly Logged[]): StartedWorksOrder {
  const first = logged.length - items.length;
  return {
    order,
    items: items.map((item, index) => ({ ...item, id: logged[first + index]!.id })),
  };
}
