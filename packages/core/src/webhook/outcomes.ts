import { plainSql } from "../database/bound.ts";
import { writeUnread } from "../database/unlogged.ts";
import { leaseMs, type Owner, requeued } from "./delivery.ts";

/** The outcome of an attempt: delivered, to be tried again, or given up. */
export interface DeliveryOutcome {
  readonly seq: number;
  readonly subject: string;
  /** The number of attempts, with this one. */
  readonly attempts: number;
  /** Undefined if it was delivered. */
  readonly error: string | undefined;
  /** Undefined if there is no further attempt. */
  readonly nextAt: number | undefined;
}

/** Records the outcomes of attempts, renews the lease, and makes waiting events pending. */
export function recordOutcomes(
  { executor, owner }: Owner,
  webhookId: number,
  outcomes: readonly DeliveryOutcome[],
  now: number,
): Promise<void> {
  const ended = outcomes.filter(({ nextAt }) => nextAt === undefined);
  const delivered = ended.filter(({ error }) => error === undefined);
  const failed = JSON.stringify(failuresIn(outcomes));
  return writeUnread(executor, [
    // Found by place, not by state: else each failure would be compared with all pending events.
    plainSql(
      `update webhook_delivery set attempts = value ->> 1, next_at = coalesce(value ->> 2, ?),
        state = iif(value ->> 2 is null, 'dead', 'pending'), tried_at = ?, error = value ->> 3
      from json_each(?) where webhook_id = ? and seq = value ->> 0 and attempts < value ->> 1
        and +state = 'pending' and seq in (select value ->> 0 from json_each(?))`,
      [now, now, failed, webhookId, failed],
    ),
    plainSql(
      `delete from webhook_delivery
      where webhook_id = ? and seq in (select value from json_each(?))`,
      [webhookId, JSON.stringify(delivered.map(({ seq }) => seq))],
    ),
    // An earlier requeued event of the record goes first, so the waiting ones still wait.
    plainSql(
      `update webhook_delivery set state = 'pending', next_at = ?
      where webhook_id = ? and +state = 'waiting' and seq in (
        select (select min(seq) from webhook_delivery as next where next.webhook_id = ?
          and next.subject = ended.value and next.state in ('waiting', '${requeued}'))
        from json_each(?) as ended)`,
      [now, webhookId, webhookId, JSON.stringify(ended.map(({ subject }) => subject))],
    ),
    // The lease never becomes shorter: if the clock is set back, the next owner must see it.
    plainSql(
      `update webhook_progress set lease_until = max(lease_until, ?)
      where webhook_id = ? and lease_owner = ?`,
      [now + leaseMs, webhookId, owner],
    ),
  ]);
}

const failuresIn = (outcomes: readonly DeliveryOutcome[]) =>
  outcomes
    .filter(({ error }) => error !== undefined)
    .map(({ seq, attempts, nextAt, error }) => [seq, attempts, nextAt ?? null, error]);
