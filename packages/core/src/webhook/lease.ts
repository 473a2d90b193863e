import { plainSql } from "../database/bound.ts";
import { rowsOf } from "../database/executor.ts";
import { writeUnread } from "../database/unlogged.ts";
import { boundRead, dueOf, hasRequeued, hasRoom, leaseMs, type Owner } from "./delivery.ts";

/** The largest difference between the clocks of two processes. */
const clockSkewMsMax = 60_000;

/**
 * The condition of a webhook that no process delivers for. Its lease was released or has expired.
 * Or it ends after every possible clock, so the clock has been set back since.
 */
const isFree = "(lease_owner = '' or lease_until <= ? or lease_until > ?)";

/**
 * Makes events due whose webhook was last leased before the clock was set back: the time that they
 * have waited is not known.
 */
const dueAgain = (webhookIds: string, now: number, ahead: number) =>
  plainSql(
    `update webhook_delivery set next_at = ?, listed_at = min(listed_at, ?)
    where webhook_id in (select webhook_id from webhook_progress
      where webhook_id in (select value from json_each(?)) and lease_until > ?)
    and state in ('pending', 'waiting') and next_at > ?`,
    [now, now, webhookIds, ahead, now],
  );

/**
 * Leases the free webhooks that have something to deliver. Another process can lease some of them
 * first: `readDue` finds out for each.
 */
export async function leaseWebhooks({ executor, owner }: Owner, now: number): Promise<number[]> {
  const ahead = now + leaseMs + clockSkewMsMax;
  const [found] = await rowsOf(
    executor,
    boundRead(
      `select json_group_array(webhook.id), max(lease_until) from webhook
      join webhook_progress on webhook_id = webhook.id
      where webhook.is_active and ${isFree} and (lease_until > ?
        or exists (select 1 ${dueOf("webhook.id")})
        or (webhook_progress.seq < (select max(seq) from change_log) or ${hasRequeued}) and ${hasRoom})`,
      [now, ahead, ahead, now],
      ([ids, until]) => ({ work: String(ids), until: Number(until) }),
    ),
  );
  if (found === undefined || found.work === "[]") return [];
  const { work, until } = found;
  await writeUnread(executor, [
    ...(until > ahead ? [dueAgain(work, now, ahead)] : []),
    plainSql(
      `update webhook_progress set lease_owner = ?, lease_until = ?
      where webhook_id in (select value from json_each(?)) and ${isFree}`,
      [owner, now + leaseMs, work, now, ahead],
    ),
  ]);
  // An array of ids, made above.
  return JSON.parse(work) as number[];
}

/** Releases the lease. The next owner still sees when it was renewed for the last time. */
export const releaseWebhook = ({ executor, owner }: Owner, id: number): Promise<void> =>
  writeUnread(executor, [
    plainSql(
      "update webhook_progress set lease_owner = '' where webhook_id = ? and lease_owner = ?",
      [id, owner],
    ),
  ]);
