import type { Executor } from "../database/executor.ts";
import type { Bound, RawRow } from "../database/statement.ts";
import { writeUnlogged } from "../engine/unlogged.ts";
import { readChangesAt } from "../history/feed.ts";
import type { LoggedChange } from "../history/change.ts";

/** How long a process delivers for a webhook without a sign of life. */
const leaseMs = 60_000;
/** More than so many are not put into the list at once: the log keeps the rest. */
const pendingMax = 1000;

/** A webhook that this process delivers for, with the secrets that sign, the current one first. */
export interface LeasedWebhook {
  readonly id: number;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly secrets: readonly string[];
  /** How far the log has been looked at for it. */
  readonly seq: number;
  /** How many more events there is room for in the list of what is to be delivered. */
  readonly room: number;
}

/** An event that is due. */
export interface Due {
  readonly seq: number;
  readonly attempts: number;
  readonly firstAt: number | null;
  readonly change: LoggedChange;
}

/** What became of an attempt: delivered, to be tried again, or given up. */
export interface Settled {
  readonly seq: number;
  readonly attempts: number;
  readonly firstAt: number;
  /** Undefined where it was delivered. */
  readonly error: string | undefined;
  /** Undefined where it is not to be tried again. */
  readonly nextAt: number | undefined;
}

interface Owner {
  readonly executor: Executor;
  /** A name that nobody else has: of one who delivers, for as long as they do. */
  readonly owner: string;
}

const bound = <Row>(sql: string, params: readonly unknown[], row: (raw: RawRow) => Row) =>
  ({ sql, params, row }) satisfies Bound<Row>;
const nothing = () => undefined;

/** Writes what is under way and not of the record: each statement says the same when repeated. */
const writeAll = (executor: Executor, write: readonly Bound[]): Promise<void> =>
  writeUnlogged(executor, [], () => ({ write, answer: undefined }));

async function readOne<Row>(executor: Executor, statement: Bound<Row>): Promise<Row[]> {
  const [rows] = await executor.read([statement]);
  return rows!.map(statement.row);
}

const hasWork = `webhook.is_active and (
  webhook_progress.seq < (select max(seq) from change_log)
  or exists (select 1 from webhook_delivery as due where due.webhook_id = webhook.id
    and due.state = 'pending' and due.next_at <= ?))
  and lease_until <= ?`;

/** Takes the webhooks that have something to deliver and for which nobody delivers. */
export async function leaseWebhooks(
  { executor, owner }: Owner,
  now: number,
): Promise<LeasedWebhook[]> {
  const [work] = await readOne(
    executor,
    bound(
      `select json_group_array(webhook.id) from webhook
      join webhook_progress on webhook_id = webhook.id where ${hasWork}`,
      [now, now],
      ([ids]) => String(ids),
    ),
  );
  if (work === undefined || work === "[]") return [];
  await writeAll(executor, [
    bound(
      `update webhook_progress set lease_owner = ?, lease_until = ?
      where webhook_id in (select value from json_each(?)) and lease_until <= ?`,
      [owner, now + leaseMs, work, now],
      nothing,
    ),
  ]);
  return readOne(executor, leased(owner, work, now));
}

const leased = (owner: string, ids: string, now: number) =>
  bound(
    `select webhook.id, url, types, webhook_progress.seq,
      (select json_group_array(secret) from (select secret from webhook_secret
        where webhook_id = webhook.id and (is_current or expires_at > ?) order by id desc)),
      (select count(*) from (select 1 from webhook_delivery
        where webhook_id = webhook.id and state = 'pending' limit ${pendingMax}))
    from webhook join webhook_progress on webhook_id = webhook.id
    where webhook.id in (select value from json_each(?)) and lease_owner = ? and is_active`,
    [now, ids, owner],
    // The types and secrets are JSON arrays of text.
    ([id, url, types, seq, secrets, pending]): LeasedWebhook => ({
      id: Number(id),
      url: String(url),
      types: types === null ? null : (JSON.parse(types as string) as string[]),
      secrets: JSON.parse(secrets as string) as string[],
      seq: Number(seq),
      room: pendingMax - Number(pending),
    }),
  );

/** Puts events into the list of what is to be delivered, and moves on in the log, once. */
export const enqueue = (
  { executor, owner }: Owner,
  { id, seq }: LeasedWebhook,
  events: readonly { readonly seq: number; readonly subject: string }[],
  next: number,
  now: number,
): Promise<void> =>
  writeAll(executor, [
    bound(
      `insert into webhook_delivery (webhook_id, seq, subject, state, attempts, next_at)
      select ?, value ->> 0, value ->> 1, 'pending', 0, ? from json_each(?) where exists (
        select 1 from webhook_progress where webhook_id = ? and seq = ? and lease_owner = ?)`,
      [id, now, JSON.stringify(events.map((event) => [event.seq, event.subject])), id, seq, owner],
      nothing,
    ),
    bound(
      "update webhook_progress set seq = ? where webhook_id = ? and seq = ? and lease_owner = ?",
      [next, id, seq, owner],
      nothing,
    ),
  ]);

/** The first events that are due, at most one of each record: a later one waits for the first. */
export async function findDue(
  { executor }: Owner,
  webhookId: number,
  rows: number,
  now: number,
): Promise<Due[]> {
  const found = await readOne(
    executor,
    bound(
      `select seq, attempts, first_at from webhook_delivery as due
      where webhook_id = ? and state = 'pending' and next_at <= ? and not exists (
        select 1 from webhook_delivery as earlier where earlier.webhook_id = due.webhook_id
        and earlier.subject = due.subject and earlier.state = 'pending' and earlier.seq < due.seq)
      order by seq limit ?`,
      [webhookId, now, rows],
      ([seq, attempts, firstAt]) => ({
        seq: Number(seq),
        attempts: Number(attempts),
        firstAt: firstAt === null ? null : Number(firstAt),
      }),
    ),
  );
  if (found.length === 0) return [];
  const changes = await readChangesAt(
    executor,
    found.map(({ seq }) => seq),
  );
  const bySeq = new Map(changes.map((change) => [change.id, change]));
  return found.map(({ seq, attempts, firstAt }) => {
    return { seq, attempts, firstAt, change: bySeq.get(seq)! };
  });
}

/** Keeps what became of attempts, and the lease. */
export const settleDeliveries = (
  { executor, owner }: Owner,
  webhookId: number,
  settled: readonly Settled[],
  now: number,
): Promise<void> =>
  writeAll(executor, [
    bound(
      `delete from webhook_delivery
      where webhook_id = ? and seq in (select value from json_each(?))`,
      [
        webhookId,
        JSON.stringify(settled.flatMap((one) => (one.error === undefined ? one.seq : []))),
      ],
      nothing,
    ),
    bound(
      `update webhook_delivery set attempts = value ->> 1, first_at = value ->> 2,
        state = iif(value ->> 3 is null, 'dead', 'pending'),
        next_at = coalesce(value ->> 3, ?), error = value ->> 4
      from json_each(?) where webhook_id = ? and seq = value ->> 0`,
      [now, JSON.stringify(failures(settled)), webhookId],
      nothing,
    ),
    bound(
      "update webhook_progress set lease_until = ? where webhook_id = ? and lease_owner = ?",
      [now + leaseMs, webhookId, owner],
      nothing,
    ),
  ]);

const failures = (settled: readonly Settled[]) =>
  settled
    .filter(({ error }) => error !== undefined)
    .map(({ seq, attempts, firstAt, nextAt, error }) => [
      seq,
      attempts,
      firstAt,
      nextAt ?? null,
      error,
    ]);

/** Lets whoever comes next deliver for a webhook. */
export const releaseWebhook = ({ executor, owner }: Owner, id: number): Promise<void> =>
  writeAll(executor, [
    bound(
      "update webhook_progress set lease_until = 0 where webhook_id = ? and lease_owner = ?",
      [id, owner],
      nothing,
    ),
  ]);

/** The secrets that sign for a webhook now, the current one first. */
export async function secretsOf(executor: Executor, id: number, now: number): Promise<string[]> {
  return readOne(
    executor,
    bound(
      `select secret from webhook_secret
      where webhook_id = ? and (is_current or expires_at > ?) order by id desc`,
      [id, now],
      ([secret]) => String(secret),
    ),
  );
}
