import { inArray } from "drizzle-orm";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Change, claim, type Context, execute, update } from "../engine/index.ts";
import { builtInto, candidatesOf } from "../consumption/facts.ts";
import { bomSlot, worksOrder } from "../database/schema/index.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { type CompleteDecision, decideComplete } from "./complete.rules.ts";
import { orderItems } from "./items.ts";
import {
  addressesOf,
  itemsOfOrders,
  ofOrders,
  type Order,
  type OrderAddress,
  ordersAddressed,
} from "./order.ts";

export interface CompleteWorksOrderInput extends OrderAddress {
  /** Completes the order although required slots are under their minima; wants a comment. */
  readonly allowIncomplete?: boolean | null | undefined;
  readonly comment?: string | null | undefined;
}

/** Completes a works order: its items in work become available. Source: design 6. */
export const completeWorksOrder = (
  context: Context,
  input: CompleteWorksOrderInput,
): Promise<Order> =>
  execute(context, { load: loadComplete, decide: decideComplete, write, answer }, input);

const versionsOfOrders = () => ofOrders(worksOrder.bomVersionId);
const candidatesOfOrders = statement(() => candidatesOf(versionsOfOrders()));
const builtIntoOrders = statement(() => builtInto(itemsOfOrders()));
const slotsOfOrders = statement(() =>
  query
    .select({ id: bomSlot.id, description: bomSlot.description })
    .from(bomSlot)
    .where(inArray(bomSlot.bomVersionId, versionsOfOrders())),
);

/** All that bears on a completion: the items, and what is built of what they are built by. */
export function loadComplete(inputs: readonly CompleteWorksOrderInput[]) {
  const addresses = addressesOf(inputs);
  return {
    orders: ordersAddressed(addresses),
    items: orderItems(addresses),
    slots: slotsOfOrders(addresses),
    candidates: candidatesOfOrders(addresses),
    built: builtIntoOrders(addresses),
    statuses: serviceStatuses(),
  };
}

function write(decision: CompleteDecision): Change[] {
  const { before, order, items, wip, available, at, userId, comment, incomplete } = decision;
  const note = { action: "completed" as const, comment, detail: incomplete && { ...incomplete } };
  const edited = { endAt: at, lastEditAt: at, lastEditUserId: userId };
  const [inWork, others] = [
    items.filter(({ statusId }) => statusId === wip),
    items.filter(({ statusId }) => statusId !== wip),
  ];
  return [
    update("WorksOrder", before, { status: order.status, endAt: order.endAt }, note),
    claim(
      "BomVersion",
      { id: order.bomVersionId, revNo: order.bomVersionRevNo },
      { action: "completed", detail: { orderNo: order.orderNo } },
    ),
    ...inWork.map((item) =>
      update("MaterialItem", item, { statusId: available, ...edited }, { action: "completed" }),
    ),
    ...others.map((item) => update("MaterialItem", item, edited, { action: "completed" })),
  ];
}

const answer = ({ order }: CompleteDecision): Order => order;
