import { plainSql } from "../database/bound.ts";
import { writeUnread } from "../database/unlogged.ts";
import {
  isUndelivered,
  type LeasedWebhook,
  listedEventsMax,
  type Owner,
  requeued,
} from "./delivery.ts";

/** An event to deliver: its place in the log, and the record that it is about. */
interface ListedEvent {
  readonly seq: number;
  readonly subject: string;
}

/**
 * The condition that a webhook and its place in the log are as they were read. If its types had
 * changed, other events would belong to its queue.
 */
const isAsRead = `exists (select 1 from webhook_progress join webhook on webhook.id = webhook_id
  where webhook_id = ? and webhook_progress.seq = ? and lease_owner = ? and rev_no = ?)`;

/**
 * Adds events to the queue of a webhook and moves its place in the log, once. It adds nothing if
 * the webhook has changed since it was read. An event waits if an earlier one of its record is
 * undelivered.
 */
export function enqueue(
  { executor, owner }: Owner,
  { id, seq, revNo }: LeasedWebhook,
  events: readonly ListedEvent[],
  next: number,
  now: number,
): Promise<void> {
  const asRead = [id, seq, owner, revNo];
  return writeUnread(executor, [
    plainSql(
      `insert into webhook_delivery
        (webhook_id, seq, subject, state, attempts, listed_at, next_at)
      select ?, event.value ->> 0, event.value ->> 1, iif(exists (
          select 1 from webhook_delivery as earlier where earlier.webhook_id = ?
          and earlier.subject = event.value ->> 1 and earlier.${isUndelivered}
        ) or event.value ->> 2, 'waiting', 'pending'), 0, ?, ?
      from json_each(?) as event where ${isAsRead}`,
      [id, id, now, now, listedJson(events), ...asRead],
    ),
    plainSql(`update webhook_progress set seq = ? where webhook_id = ? and ${isAsRead}`, [
      next,
      id,
      ...asRead,
    ]),
  ]);
}

/** Puts the first requeued events back in their places in the queue. */
export const listRequeued = ({ executor }: Owner, id: number, now: number): Promise<void> =>
  writeUnread(executor, [
    plainSql(
      `update webhook_delivery set listed_at = ?, next_at = ?, state = iif(exists (
        select 1 from webhook_delivery as earlier where earlier.webhook_id = webhook_delivery.webhook_id
        and earlier.subject = webhook_delivery.subject and earlier.${isUndelivered}
        and earlier.seq < webhook_delivery.seq), 'waiting', 'pending')
      where webhook_id = ? and seq in (select seq from webhook_delivery
        where webhook_id = ? and state = '${requeued}' order by seq limit ${listedEventsMax})`,
      [now, now, id, id],
    ),
  ]);

/** Returns the events as JSON, each with whether another one of them stands before it. */
function listedJson(events: readonly ListedEvent[]): string {
  const subjects = new Set<string>();
  return JSON.stringify(
    events.map(({ seq, subject }) => {
      const isLater = subjects.has(subject);
      subjects.add(subject);
      return [seq, subject, isLater];
    }),
  );
}
