import { type Bound, plainSql, type RawRow } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { writeUnread } from "../database/unlogged.ts";
import { readChangesAt } from "../history/feed.ts";
import type { LoggedChange } from "../history/change.ts";

/** How long a process delivers for a webhook without a sign of life. */
const leaseMs = 60_000;
/** So far the clocks of processes may differ. */
const differMs = 60_000;
/** Events of no more records are pending: the log keeps what came later. */
const pendingMax = 1000;
/** So many changes are listed in one go, and as many events to be delivered anew. */
export const listedAtOnce = 200;

/** A webhook that this process delivers for, with the secrets that sign, the current one first. */
export interface LeasedWebhook {
  readonly id: number;
  readonly revNo: number;
  readonly url: string;
  readonly types: readonly string[] | null;
  readonly secrets: readonly string[];
  /** How far the log has been looked at for it. */
  readonly seq: number;
  /** Whether more may be listed, and whether there is something to be delivered anew. */
  readonly hasRoom: boolean;
  readonly hasAnew: boolean;
}

/** An event that is due. */
export interface Due {
  readonly seq: number;
  readonly subject: string;
  readonly attempts: number;
  readonly listedAt: number;
  readonly change: LoggedChange;
}

/** What a process delivers next for a webhook, and to whom, as both are now. */
export interface Turn {
  readonly webhook: LeasedWebhook;
  readonly due: readonly Due[];
}

/** What became of an attempt: delivered, to be tried again, or given up. */
export interface Settled {
  readonly seq: number;
  readonly subject: string;
  /** How often it was tried, this time included. */
  readonly attempts: number;
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

/**
 * The events that are due: of each record the first. Another one of it is pending where an earlier
 * one was put before it, to be delivered anew.
 */
const dueOf = (webhookId: string) => `from webhook_delivery as due
  where webhook_id = ${webhookId} and state = 'pending' and next_at <= ? and not exists (
    select 1 from webhook_delivery as earlier where earlier.webhook_id = due.webhook_id
    and earlier.subject = due.subject and earlier.state = 'pending' and earlier.seq < due.seq)`;

/** Of what is yet to be delivered; the states are named so that an index finds each. */
export const undelivered = "state in ('pending', 'waiting', 'anew')";

const hasAnew = `exists (select 1 from webhook_delivery
  where webhook_id = webhook.id and state = 'anew')`;
const hasRoom = `(select count(*) from (select 1 from webhook_delivery
  where webhook_id = webhook.id and state = 'pending' limit ${pendingMax}))
  <= ${pendingMax - 2 * listedAtOnce}`;

/**
 * Whether nobody delivers for a webhook: its lease was given back, or ended before now, or ends after
 * what is ahead of every clock, so that the clock was set back since.
 */
const isFree = "(lease_owner = '' or lease_until <= ? or lease_until > ?)";

/**
 * Makes due what waits for webhooks whose last lease was taken before the clock was set back: nobody
 * knows how long it has waited.
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
 * Takes the webhooks that have something to deliver and for which nobody delivers: those that may
 * have been taken, which the turn of each tells.
 */
export async function leaseWebhooks({ executor, owner }: Owner, now: number): Promise<number[]> {
  const ahead = now + leaseMs + differMs;
  const [found] = await rowsOf(
    executor,
    bound(
      `select json_group_array(webhook.id), max(lease_until) from webhook
      join webhook_progress on webhook_id = webhook.id
      where webhook.is_active and ${isFree} and (lease_until > ?
        or exists (select 1 ${dueOf("webhook.id")})
        or (webhook_progress.seq < (select max(seq) from change_log) or ${hasAnew}) and ${hasRoom})`,
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

/**
 * What is to be delivered next for a webhook; undefined where this process no longer delivers for
 * it: it was deleted or deactivated meanwhile, or is another's.
 */
export async function readTurn(
  { executor, owner }: Owner,
  webhookId: number,
  rows: number,
  now: number,
): Promise<Turn | undefined> {
  const own = leased(owner, webhookId, now);
  const due = firstDue(webhookId, rows, now);
  const [webhooks, found] = await executor.read([own, due]);
  const [webhook] = webhooks!.map(own.row);
  if (!webhook) return undefined;
  const all = found!.map(due.row);
  if (all.length === 0) return { webhook, due: [] };
  // What no longer fits is due in the next turn.
  const { result: read, fitting: most } = await readFitting(all.length, (fitting) => {
    const seqs = all.slice(0, fitting).map(({ seq }) => seq);
    return readChangesAt(executor, seqs);
  });
  const bySeq = new Map(read.map((change) => [change.id, change]));
  const first = all.slice(0, most);
  return { webhook, due: first.map((one) => Object.assign(one, { change: bySeq.get(one.seq)! })) };
}

/** Selects the secrets of a webhook that sign at a time, the current one first. */
const signing = (webhook: string) =>
  `select secret from webhook_secret
  where webhook_id = ${webhook} and (is_current or expires_at > ?) order by id desc`;

const leased = (owner: string, id: number, now: number) =>
  bound(
    `select webhook.id, rev_no, url, types, webhook_progress.seq,
      (select json_group_array(secret) from (${signing("webhook.id")})),
      ${hasRoom}, ${hasAnew}
    from webhook join webhook_progress on webhook_id = webhook.id
    where webhook.id = ? and lease_owner = ? and is_active`,
    [now, id, owner],
    // The types and secrets are JSON arrays of text.
    ([, revNo, url, types, seq, secrets, room, anew]): LeasedWebhook => ({
      id,
      revNo: Number(revNo),
      url: String(url),
      types: types === null ? null : (JSON.parse(types as string) as string[]),
      secrets: JSON.parse(secrets as string) as string[],
      seq: Number(seq),
      hasRoom: Boolean(room),
      hasAnew: Boolean(anew),
    }),
  );

const firstDue = (webhookId: number, rows: number, now: number) =>
  bound(
    `select seq, subject, attempts, listed_at ${dueOf("?")} order by next_at, seq limit ?`,
    [webhookId, now, rows],
    ([seq, subject, attempts, listedAt]) => ({
      seq: Number(seq),
      subject: String(subject),
      attempts: Number(attempts),
      listedAt: Number(listedAt),
    }),
  );

/**
 * Whether a webhook is where a turn of it began, and as it was then: of other types, other events
 * would be put into its list.
 */
const isAsRead = `exists (select 1 from webhook_progress join webhook on webhook.id = webhook_id
  where webhook_id = ? and webhook_progress.seq = ? and lease_owner = ? and rev_no = ?)`;

/**
 * Puts events into the list of what is to be delivered, and moves on in the log, once; nothing where
 * the webhook was changed since its turn began. An event waits where an earlier one of its record is
 * yet to be delivered.
 */
export function enqueue(
  { executor, owner }: Owner,
  { id, seq, revNo }: LeasedWebhook,
  events: readonly { readonly seq: number; readonly subject: string }[],
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
          and earlier.subject = event.value ->> 1 and earlier.${undelivered}
        ) or event.value ->> 2, 'waiting', 'pending'), 0, ?, ?
      from json_each(?) as event where ${isAsRead}`,
      [id, id, now, now, listed(events), ...asRead],
    ),
    plainSql(`update webhook_progress set seq = ? where webhook_id = ? and ${isAsRead}`, [
      next,
      id,
      ...asRead,
    ]),
  ]);
}

/** Puts the first of what is to be delivered anew in its place among what is to be delivered. */
export const listAnew = ({ executor }: Owner, id: number, now: number): Promise<void> =>
  writeUnread(executor, [
    plainSql(
      `update webhook_delivery set listed_at = ?, next_at = ?, state = iif(exists (
        select 1 from webhook_delivery as earlier where earlier.webhook_id = webhook_delivery.webhook_id
        and earlier.subject = webhook_delivery.subject and earlier.${undelivered}
        and earlier.seq < webhook_delivery.seq), 'waiting', 'pending')
      where webhook_id = ? and seq in (select seq from webhook_delivery
        where webhook_id = ? and state = 'anew' order by seq limit ${listedAtOnce})`,
      [now, now, id, id],
    ),
  ]);

/** Each event, and whether one of these stands before it. */
function listed(events: readonly { readonly seq: number; readonly subject: string }[]): string {
  const subjects = new Set<string>();
  return JSON.stringify(
    events.map(({ seq, subject }) => {
      const isLater = subjects.has(subject);
      subjects.add(subject);
      return [seq, subject, isLater];
    }),
  );
}

/** Keeps what became of attempts, and the lease, and lets what waited for them be delivered. */
export function settleDeliveries(
  { executor, owner }: Owner,
  webhookId: number,
  settled: readonly Settled[],
  now: number,
): Promise<void> {
  const ended = settled.filter(({ nextAt }) => nextAt === undefined);
  const delivered = ended.filter(({ error }) => error === undefined);
  const failed = JSON.stringify(failures(settled));
  return writeUnread(executor, [
    // By their places, not by their state: all that is pending would be held to each of them.
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
    // One that is to be listed anew before those that wait lets none of them go first.
    plainSql(
      `update webhook_delivery set state = 'pending', next_at = ?
      where webhook_id = ? and +state = 'waiting' and seq in (
        select (select min(seq) from webhook_delivery as next where next.webhook_id = ?
          and next.subject = ended.value and next.state in ('waiting', 'anew'))
        from json_each(?) as ended)`,
      [now, webhookId, webhookId, JSON.stringify(ended.map(({ subject }) => subject))],
    ),
    // Where the clock was set back, whoever takes the lease next is to see it.
    plainSql(
      `update webhook_progress set lease_until = max(lease_until, ?)
      where webhook_id = ? and lease_owner = ?`,
      [now + leaseMs, webhookId, owner],
    ),
  ]);
}

const failures = (settled: readonly Settled[]) =>
  settled
    .filter(({ error }) => error !== undefined)
    .map(({ seq, attempts, nextAt, error }) => [seq, attempts, nextAt ?? null, error]);

/** Lets whoever comes next deliver for a webhook, and see when it was last delivered for. */
export const releaseWebhook = ({ executor, owner }: Owner, id: number): Promise<void> =>
  writeUnread(executor, [
    plainSql(
      "update webhook_progress set lease_owner = '' where webhook_id = ? and lease_owner = ?",
      [id, owner],
    ),
  ]);

/** Reads the secrets that sign for a webhook now, the current one first. */
export const secretsOf = (id: number, now: number) =>
  bound(signing("?"), [id, now], ([secret]) => String(secret));
