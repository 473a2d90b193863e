import { inArray } from "drizzle-orm";
import { materialStatus, type OrderStatus } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";
import { refusedOrder } from "./refused-item.ts";

/** The statuses that the service itself sets, by their folded SUIDs. A plant can rename them. */
export const statusKeys = [
  "wip",
  "available",
  "consumed",
  "scrapped",
  "dispatched",
  "voided",
] as const;
export type StatusKey = (typeof statusKeys)[number];

/** Makes the statement that reads the statuses of these keys. */
export const statusesKeyed = (keys: readonly StatusKey[]) =>
  statement(() =>
    query
      .select({
        id: materialStatus.id,
        status: materialStatus.name,
        statusSuidKey: materialStatus.suidKey,
        buildable: materialStatus.buildable,
        consumable: materialStatus.consumable,
      })
      .from(materialStatus)
      .where(inArray(materialStatus.suidKey, [...keys])),
  );
/** Reads all the statuses that the service itself sets. */
export const serviceStatuses = statusesKeyed(statusKeys);
export type Status = ReturnType<ReturnType<typeof serviceStatuses>["row"]>;

/** Returns the fields of an item with this status: the stored id, and the joined columns. */
export function withStatus(statuses: readonly Status[], key: StatusKey) {
  const found = statuses.find(({ statusSuidKey }) => statusSuidKey === key);
  // The base data has all of them, and they can't be deleted.
  if (!found) throw new Error(`The material status ${key} is missing: the database is not seeded.`);
  const { id: statusId, ...names } = found;
  return { statusId, ...names };
}

/** The fields of an item that say whether it is finished. */
interface Unit {
  readonly statusSuidKey: string | null;
  readonly orderStatus: OrderStatus | null;
  readonly endAt: number | null;
}

/** Whether a unit of a works order is finished. Complete sets its end, and Reopen clears it. */
export const isFinished = ({ endAt, statusSuidKey }: Omit<Unit, "orderStatus">): boolean =>
  endAt !== null && statusSuidKey !== "wip";

/**
 * Returns the status fields of an item that has stock again: a unit of a works order that is not
 * finished is in work, and any other item is available. A verb that finishes a unit, or cancels its
 * order, claims the item. So the claim of the item also covers the order's status.
 */
export const withStatusOfStock = (statuses: readonly Status[], unit: Unit) => {
  const isRunning = unit.orderStatus === "Started" || unit.orderStatus === "Completed";
  return withStatus(statuses, isRunning && unit.endAt === null ? "wip" : "available");
};

/** Refuses (`order_status`) an item whose works order was not started, or was cancelled. */
export function requireRunningOrder(
  item: Parameters<typeof refusedOrder>[0] & { readonly visualSerialNo: string },
  done: string,
): void {
  const { visualSerialNo, orderNo, orderStatus } = item;
  if (orderStatus !== "Created" && orderStatus !== "Cancelled") return;
  throw new Refusal(
    "order_status",
    `Works order ${orderNo} of ${visualSerialNo} is ${orderStatus}: the item can't be ${done}.`,
    { members: refusedOrder(item) },
  );
}

/** Refuses (`item_status`) an item in one of these statuses. `done` ends the message: "moved". */
export function requireStatusNot(
  item: {
    readonly visualSerialNo: string;
    readonly status: string;
    readonly statusSuidKey: string | null;
  },
  keys: readonly StatusKey[],
  done: string,
): void {
  if (!keys.some((key) => key === item.statusSuidKey)) return;
  throw new Refusal(
    "item_status",
    `Item ${item.visualSerialNo} is ${item.status}: it can't be ${done}.`,
  );
}
