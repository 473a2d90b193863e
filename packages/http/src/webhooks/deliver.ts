import { type EventRecord, isTypeAmong } from "@asbuilt/contract";
import {
  deactivateWebhook,
  type Due,
  enqueue,
  type Executor,
  type LeasedWebhook,
  leaseWebhooks,
  listAnew,
  listedAtOnce,
  newUuid,
  readChangesAfter,
  readTurn,
  releaseWebhook,
  type Settled,
  settleDeliveries,
} from "@asbuilt/core";
import type { LogEntry } from "../environment.ts";
import { toCloudEvent } from "../events/cloud-event.ts";
import { call, gone, type Send } from "./call.ts";
import { nextAttempt } from "./retry.ts";

/** So long calls are begun: with the last one's time less than the 30 s for which a Worker goes on. */
const roundMs = 14_000;

/**
 * How many queries a turn takes at most, each statement of a batch counted as one, as it may be for
 * D1: for what is due 3, for what is listed 4, and to keep what the calls came to 4.
 */
const turnQueries = 11;

export interface DeliveryOptions {
  readonly executor: Executor;
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  readonly send: Send;
  readonly eventSource?: string | undefined;
  /** How many receivers' answers are awaited at once for a webhook; 16 unless set. */
  readonly callsAtOnce?: number | undefined;
  /**
   * How many calls are made at most, with 25 queries and 2 more for each call; as many as there is
   * time for unless set.
   */
  readonly callsMax?: number | undefined;
  /** Aborted where no more calls are to be begun. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1, below 1. */
  readonly chance?: (() => number) | undefined;
}

/** One who delivers, by a name that nobody else has. */
interface Deliverer extends DeliveryOptions {
  readonly owner: string;
  readonly end: number;
  readonly callsAtOnce: number;
  readonly chance: () => number;
  callsLeft: number;
  queriesLeft: number;
}

/**
 * Begins to deliver what is due to every webhook that nobody delivers for; `done` resolves when it
 * has been tried. What was sent and not yet kept as delivered is sent again after a crash: each
 * event at least once, and those of one record in their order.
 */
export async function deliverDue(options: DeliveryOptions): Promise<{ done: Promise<unknown> }> {
  const { callsMax = Infinity } = options;
  const by: Deliverer = {
    ...options,
    executor: counted(options.executor, (queries) => (by.queriesLeft -= queries)),
    owner: newUuid(),
    end: performance.now() + roundMs,
    callsAtOnce: options.callsAtOnce ?? 16,
    chance: options.chance ?? Math.random,
    callsLeft: callsMax,
    queriesLeft: 25 + 2 * callsMax,
  };
  const ids = await leaseWebhooks(by, options.now());
  // To release each of them takes one; however many they are, one of them has its turn.
  by.queriesLeft = Math.max(by.queriesLeft - ids.length, 2 * turnQueries);
  return { done: deliverToAll(by, ids) };
}

/** The executor, which also tells how many queries it is asked. */
const counted = (executor: Executor, count: (queries: number) => void): Executor => ({
  ...executor,
  read: (statements) => {
    count(statements.length);
    return executor.read(statements);
  },
  run: (job) =>
    executor.run({
      ...job,
      plan: (loaded, isGuarded) => {
        const plan = job.plan(loaded, isGuarded);
        count(job.load.length + plan.write.length);
        return plan;
      },
    }),
});

/**
 * Delivers to so many webhooks at once as there are calls for, and then to those that wait: what one
 * has set aside and does not use is there for the next. Who goes first changes, or a receiver that
 * refuses everything could have all the calls each time.
 */
function deliverToAll(by: Deliverer, ids: readonly number[]): Promise<unknown> {
  const first = Math.floor(by.chance() * ids.length);
  const waiting = [...ids.slice(first), ...ids.slice(0, first)];
  const atOnce = Math.max(1, Math.floor(by.callsLeft / by.callsAtOnce));
  const deliver = async () => {
    // oxlint-disable-next-line no-await-in-loop -- each waits for a place
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await deliverTo(by, id);
  };
  return Promise.all(Array.from({ length: Math.min(atOnce, ids.length) }, deliver));
}

async function deliverTo(by: Deliverer, id: number): Promise<void> {
  try {
    // oxlint-disable-next-line no-await-in-loop -- what follows waits for what was before it
    while (performance.now() < by.end && !by.signal?.aborted && (await takeTurn(by, id)));
    by.queriesLeft++;
    await releaseWebhook(by, id);
  } catch (error) {
    // The lease ends by itself, and whoever takes it next goes on.
    by.log({ level: "warn", message: "A webhook was not delivered.", webhook: id, error });
  }
}

/**
 * Lists and delivers the next few; whether there may be more to do at once. No turn begins without
 * the queries to end it: a call that is made and not kept would be made again.
 */
async function takeTurn(by: Deliverer, id: number): Promise<boolean> {
  const calls = Math.min(by.callsAtOnce, by.callsLeft);
  if (calls === 0 || by.queriesLeft < turnQueries) return false;
  by.queriesLeft -= turnQueries;
  const isMore = await deliverSome(by, id, calls);
  by.queriesLeft += turnQueries;
  return isMore;
}

async function deliverSome(by: Deliverer, id: number, calls: number): Promise<boolean> {
  // Others may deliver for another webhook meanwhile.
  by.callsLeft -= calls;
  const turn = await readTurn(by, id, calls, by.now());
  by.callsLeft += calls - (turn?.due.length ?? 0);
  if (!turn) return false;
  const { webhook, due } = turn;
  const hasListed = webhook.hasRoom && (await list(by, webhook));
  if (due.length > 0) await callAll(by, webhook, due);
  return hasListed || due.length > 0;
}

/** Lists what is to be delivered next; whether there was something. */
async function list(by: Deliverer, webhook: LeasedWebhook): Promise<boolean> {
  if (webhook.hasAnew) await listAnew(by, webhook.id, by.now());
  return (await lookOn(by, webhook)) || webhook.hasAnew;
}

/** Looks at what came next in the log; whether there was something. */
async function lookOn(by: Deliverer, webhook: LeasedWebhook): Promise<boolean> {
  const place = { after: webhook.seq, limit: listedAtOnce };
  const { changes } = await readChangesAfter(by.executor, place);
  const seq = changes.at(-1)?.id;
  if (seq === undefined) return false;
  const events = changes
    .map((change) => toCloudEvent(change, by.eventSource))
    .filter(({ type }) => isToldOf(webhook, type))
    .map(({ id, subject }) => ({ seq: Number(id), subject }));
  await enqueue(by, webhook, events, seq, by.now());
  return true;
}

const isToldOf = ({ types }: LeasedWebhook, type: string) =>
  types === null || isTypeAmong(type, types);

/** Calls with what is due, and keeps what it came to; what is cut off is left as it was. */
async function callAll(by: Deliverer, webhook: LeasedWebhook, due: readonly Due[]): Promise<void> {
  const called = await Promise.all(due.map((one) => callWith(by, webhook, one)));
  const outcomes = called.filter(({ isCutOff }) => !isCutOff);
  const settled = outcomes.map(({ settled: one }) => one);
  await settleDeliveries(by, webhook.id, settled, by.now());
  const failed = settled.filter(({ error }) => error !== undefined);
  for (const { seq, attempts, error, nextAt } of failed) {
    const level = nextAt === undefined ? "error" : "warn";
    const message = nextAt === undefined ? "An event was given up." : "An event was not delivered.";
    by.log({ level, message, webhook: webhook.id, seq, attempts, reason: error });
  }
  if (outcomes.some(({ isGone }) => isGone)) await deactivateWebhook(by, webhook);
}

async function callWith(
  by: Deliverer,
  webhook: LeasedWebhook,
  { seq, subject, attempts: before, listedAt, change }: Due,
): Promise<{ settled: Settled; isGone: boolean; isCutOff?: boolean | undefined }> {
  const { send, now, chance, eventSource } = by;
  const event: EventRecord = toCloudEvent(change, eventSource);
  if (!isToldOf(webhook, event.type)) {
    // Its types were others when this was listed.
    const settled = { seq, subject, attempts: before, error: undefined, nextAt: undefined };
    return { settled, isGone: false };
  }
  const { status, error, isCutOff } = await call(send, webhook, event, now());
  const attempts = before + 1;
  const nextAt =
    error === undefined ? undefined : nextAttempt({ attempts, listedAt, now: now() }, chance());
  const settled = { seq, subject, attempts, error, nextAt };
  return { settled, isGone: status === gone, isCutOff };
}
