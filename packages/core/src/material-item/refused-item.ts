import { type SQL, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { holdReason, materialItem, type OrderStatus } from "../database/schema/index.ts";
import { Refusal, type RefusalMembers } from "../refusal.ts";
import { formatTime } from "../rules/limits.ts";
import { scale } from "../values/decimal.ts";

/** The fields of an item that a refusal shows. An item that is not received yet has no id. */
interface ShownItem {
  readonly id?: number;
  readonly visualSerialNo: string;
  readonly productId: number;
  readonly productName: string;
  readonly productSuid: string | null;
  readonly version: string | null;
  readonly actualQty: number;
  readonly unit: string;
  readonly status: string;
  readonly expiryAt: number | null;
}

/** How an item came to its hold. Times are in milliseconds. */
export interface Hold {
  /** The name of the reason, of the hold of a batch: the item itself has none. */
  readonly reason?: string;
  readonly reasonSuid: string | null;
  readonly since: number;
  readonly comment: string | null;
  readonly userId: number | null;
  readonly user: string | null;
}

const parseHold = (text: string) => JSON.parse(text) as Hold | null;

/** Whether logged fields of an item have its present first hold, as the first or a further one. */
const hasHold = (
  fields: SQL,
) => sql`coalesce((${fields} ->> '$.holdReasonId' = ${materialItem.holdReasonId}
    or exists (select 1 from json_each(${fields}, '$.furtherHoldReasonIds')
      where value = ${materialItem.holdReasonId})), 0)`;

/**
 * The first hold of an item, from the last change that began it. One that was a further hold becomes
 * the first by the end of another one. Without one, it is that of its batch, or null.
 */
export const holdOfItem = (): SQL<Hold | null> =>
  sql<Hold | null>`case when ${materialItem.holdReasonId} is not null then (
    select json_object('reasonSuid', ${holdReason.suid}, 'since', ${happenedAt("held")},
      'comment', held.comment, 'userId', held.user_id,
      'user', (select name from user where id = held.user_id))
    from change_log as held
    where held.entity = 'MaterialItem' and held.entity_id = ${materialItem.id}
    and ${hasHold(sql`held.after`)} and not ${hasHold(sql`held.before`)}
    order by held.rev_no desc limit 1)
    when ${materialItem.batchKey} is not null then (
    select json_object('reason', reason.name, 'reasonSuid', reason.suid,
      'since', ${happenedAt("held")}, 'comment', batch.comment, 'userId', held.user_id,
      'user', (select name from user where id = held.user_id))
    from batch_hold as batch join hold_reason as reason on reason.id = batch.hold_reason_id
    join change_log as held on held.entity = 'BatchHold' and held.entity_id = batch.id
      and held.rev_no = 1
    where batch.product_id = ${materialItem.productId} and batch.batch_key = ${materialItem.batchKey}
    order by batch.hold_reason_id limit 1) end`.mapWith(parseHold);

/** Decides about an item. A refusal then says which item it is, with its stock and its status. */
export function aboutItem<Decided>(item: ShownItem, decide: () => Decided): Decided {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) error.add(shown(item));
    throw error;
  }
}

const shown = (item: ShownItem): RefusalMembers =>
  item.id === undefined
    ? {}
    : {
        item: {
          id: item.id,
          visualSerialNo: item.visualSerialNo,
          productID: item.productId,
          productName: item.productName,
          productSUID: item.productSuid,
          version: item.version,
          actualQty: item.actualQty / scale,
          unit: item.unit,
          status: item.status,
          expiryDate: item.expiryAt === null ? null : formatTime(item.expiryAt),
        },
      };

/** Returns the hold of an item as a refusal shows it. */
export const refusedHold = ({
  holdReason: ownReason,
  hold,
}: {
  readonly holdReason: string | null;
  readonly hold?: Hold | null | undefined;
}): RefusalMembers =>
  hold == null
    ? {}
    : {
        hold: {
          reason: hold.reason ?? ownReason,
          reasonSUID: hold.reasonSuid,
          since: formatTime(hold.since),
          comment: hold.comment,
          userID: hold.userId,
          user: hold.user,
        },
      };

/** Returns the works order of an item as a refusal shows it. */
export const refusedOrder = ({
  worksOrderId: id,
  orderNo,
  orderStatus: status,
}: {
  readonly worksOrderId: number | null;
  readonly orderNo: string | null;
  readonly orderStatus: OrderStatus | null;
}): RefusalMembers =>
  id === null || orderNo === null || status === null ? {} : { order: { id, orderNo, status } };
