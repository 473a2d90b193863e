import { inArray } from "drizzle-orm";
import { materialStatus, type OrderStatus } from "../database/schema/index.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";

/** The statuses that the service itself sets, by their folded SUIDs. A plant may rename them. */
export const statusKeys = ["wip", "available", "consumed", "scrapped", "dispatched"] as const;
export type StatusKey = (typeof statusKeys)[number];

/** The statement that reads the statuses of these keys. */
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

/** The fields of an item that say it has this status: what is stored, and what is joined to it. */
export function withStatus(statuses: readonly Status[], key: StatusKey) {
  const found = statuses.find(({ statusSuidKey }) => statusSuidKey === key);
  // Base data holds them and refuses to give them up: without one the database is not a plant's.
  if (!found) throw new Error(`The material status ${key} is missing: the database is not seeded.`);
  const { id: statusId, ...names } = found;
  return { statusId, ...names };
}

/**
 * The fields of an item of which there is some again: it is in work as long as its works order is,
 * else available. Whatever ends the order claims its items, so that the item's revision vouches for
 * the order's status.
 */
export const withStatusOfStock = (
  statuses: readonly Status[],
  { orderStatus }: { readonly orderStatus: OrderStatus | null },
) => withStatus(statuses, orderStatus === "Started" ? "wip" : "available");

/** Refuses (`item_status`) an item that has one of these statuses, to do what `doing` says. */
export function requireStatusNot(
  item: {
    readonly visualSerialNo: string;
    readonly status: string;
    readonly statusSuidKey: string | null;
  },
  keys: readonly StatusKey[],
  doing: string,
): void {
  if (!keys.some((key) => key === item.statusSuidKey)) return;
  throw new Refusal(
    "item_status",
    `Item ${item.visualSerialNo} is ${item.status}: it can't be ${doing}.`,
  );
}
