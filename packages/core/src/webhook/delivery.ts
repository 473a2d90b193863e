import type { Bound, RawRow } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";

/** The time for which a process delivers for a webhook without renewing its lease. */
export const leaseMs = 60_000;
/** The number of pending events of a webhook. Later ones stay in the log until there is room. */
const pendingEventsMax = 1000;
/** The number of changes that are listed together, and of requeued events. */
export const listedEventsMax = 200;

/** A process that delivers, which leases webhooks under a unique name. */
export interface Owner {
  readonly executor: Executor;
  readonly owner: string;
}

/** A webhook that this process delivers for, with its valid secrets, the current one first. */
export interface LeasedWebhook {
  readonly id: number;
  readonly revNo: number;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly secrets: readonly string[];
  /** The place in the log up to which events are listed. */
  readonly seq: number;
  /** Whether there is room to list more events. */
  readonly hasRoom: boolean;
  /** Whether requeued events wait to be listed. */
  readonly hasRequeued: boolean;
}

/** A statement with its parameters, and the conversion of its rows. */
export const boundRead = <Row>(
  sql: string,
  params: readonly unknown[],
  row: (raw: RawRow) => Row,
) => ({ sql, params, row }) satisfies Bound<Row>;

/**
 * The state of events that start again, as if they had not been tried: replayed dead letters, and
 * events of a webhook that is activated again.
 */
export const requeued = "anew";

/** The condition of undelivered events. It names the states, so that an index finds each. */
export const isUndelivered = `state in ('pending', 'waiting', '${requeued}')`;

export const hasRequeued = `exists (select 1 from webhook_delivery
  where webhook_id = webhook.id and state = '${requeued}')`;
export const hasRoom = `(select count(*) from (select 1 from webhook_delivery
  where webhook_id = webhook.id and state = 'pending' limit ${pendingEventsMax}))
  <= ${pendingEventsMax - 2 * listedEventsMax}`;

/**
 * The events that are due: the first one of each record. A later one can also be pending, if an
 * earlier one was requeued and put before it.
 */
export const dueOf = (webhookId: string) => `from webhook_delivery as due
  where webhook_id = ${webhookId} and state = 'pending' and next_at <= ? and not exists (
    select 1 from webhook_delivery as earlier where earlier.webhook_id = due.webhook_id
    and earlier.subject = due.subject and earlier.state = 'pending' and earlier.seq < due.seq)`;

/** Selects the valid secrets of a webhook at a time, the current one first. */
export const validSecrets = (webhook: string) =>
  `select secret from webhook_secret
  where webhook_id = ${webhook} and (is_current or expires_at > ?) order by id desc`;

/** Reads the secrets of a webhook that are valid now, the current one first. */
export const secretsOf = (id: number, now: number) =>
  boundRead(validSecrets("?"), [id, now], ([secret]) => String(secret));
