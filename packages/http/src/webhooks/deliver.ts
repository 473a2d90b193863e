import {
  type AnchorRecord,
  type EventRecord,
  isResourceNamed,
  isTypeAmong,
} from "@asbuilt/contract";
import {
  administrative,
  deactivateWebhook,
  type DeliveryOutcome,
  type DueEvent,
  enqueue,
  type Executor,
  type LeasedWebhook,
  leaseWebhooks,
  listedEventsMax,
  listRequeued,
  newestSeal,
  newUuid,
  readChangesAfter,
  readDue,
  recordOutcomes,
  releaseWebhook,
} from "@asbuilt/core";
import type { LogEntry } from "../environment.ts";
import { toCloudEvent } from "../events/cloud-event.ts";
import { toAnchorRecord } from "../records/anchor.ts";
import { callReceiver, goneStatus, type Receiver, type Send } from "./call.ts";
import { nextAttempt } from "./retry.ts";

/** No call begins later than this: with the time of the last call, a round fits a Worker's 30 s. */
const roundMs = 14_000;

/**
 * The queries of one pass. D1 can count each statement of a batch as one: 3 to read due events, 4
 * to list new ones, and 4 to record the outcomes.
 */
const passQueriesMax = 11;

export interface DeliveryOptions {
  readonly executor: Executor;
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  readonly send: Send;
  readonly eventSource?: string | undefined;
  /** The calls of one webhook that wait for a response at the same time; 16 by default. */
  readonly concurrentCallsMax?: number | undefined;
  /**
   * The calls of the whole round, with 25 queries and 2 more for each call. By default, time alone
   * limits them.
   */
  readonly callsMax?: number | undefined;
  /** Aborted when no more calls may begin. */
  readonly signal?: AbortSignal | undefined;
  /** Returns a random number from 0 to 1, below 1. */
  readonly chance?: (() => number) | undefined;
}

/** One round of deliveries, with the calls and queries that it has left. */
interface Deliverer extends DeliveryOptions {
  /** The name of the owner of its leases, different for each round. */
  readonly owner: string;
  readonly end: number;
  readonly concurrentCallsMax: number;
  readonly chance: () => number;
  callsLeft: number;
  queriesLeft: number;
  /** The newest seal, once a call of this round has needed it. */
  anchor?: Promise<AnchorRecord | null>;
}

/**
 * Starts to deliver to every webhook that nobody else delivers to; `done` resolves at the end of
 * the round. After a crash, events whose outcome was not recorded are sent again: each event at
 * least once, and those of one record in order.
 */
export async function deliverDue(options: DeliveryOptions): Promise<{ done: Promise<unknown> }> {
  const { callsMax = Infinity } = options;
  const by: Deliverer = {
    ...options,
    executor: countingExecutor(options.executor, (queries) => (by.queriesLeft -= queries)),
    owner: newUuid(),
    end: performance.now() + roundMs,
    concurrentCallsMax: options.concurrentCallsMax ?? 16,
    chance: options.chance ?? Math.random,
    callsLeft: callsMax,
    queriesLeft: 25 + 2 * callsMax,
  };
  const ids = await leaseWebhooks(by, options.now());
  // The release of each takes one query, and so does the newest seal. Two passes must be left,
  // however many there are.
  by.queriesLeft = Math.max(by.queriesLeft - ids.length - 1, 2 * passQueriesMax);
  return { done: deliverToAll(by, ids) };
}

/** Wraps the executor so that its queries are counted. */
const countingExecutor = (executor: Executor, count: (queries: number) => void): Executor => ({
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
 * Delivers to several webhooks concurrently, as far as the calls suffice, and then to the next ones
 * with the unused calls. It starts at a random one: else a receiver that refuses everything could
 * get all the calls each time.
 */
function deliverToAll(by: Deliverer, ids: readonly number[]): Promise<unknown> {
  const first = Math.floor(by.chance() * ids.length);
  const waiting = [...ids.slice(first), ...ids.slice(0, first)];
  const webhooksMax = Math.max(1, Math.floor(by.callsLeft / by.concurrentCallsMax));
  const deliver = async () => {
    // oxlint-disable-next-line no-await-in-loop -- the next one waits until this one is done
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await deliverTo(by, id);
  };
  return Promise.all(Array.from({ length: Math.min(webhooksMax, ids.length) }, deliver));
}

async function deliverTo(by: Deliverer, id: number): Promise<void> {
  try {
    // oxlint-disable-next-line no-await-in-loop -- a record's next event waits for the one before
    while (performance.now() < by.end && !by.signal?.aborted && (await runPass(by, id)));
    by.queriesLeft++;
    await releaseWebhook(by, id);
  } catch (error) {
    // The lease expires, and the next owner continues.
    by.log({ level: "warn", message: "A webhook was not delivered.", webhook: id, error });
  }
}

/**
 * Lists and delivers the next few events; returns whether there may be more. A pass begins only
 * with enough queries to record its outcomes: a call without one would be made again.
 */
async function runPass(by: Deliverer, id: number): Promise<boolean> {
  const calls = Math.min(by.concurrentCallsMax, by.callsLeft);
  if (calls === 0 || by.queriesLeft < passQueriesMax) return false;
  by.queriesLeft -= passQueriesMax;
  const isMore = await deliverSome(by, id, calls);
  by.queriesLeft += passQueriesMax;
  return isMore;
}

async function deliverSome(by: Deliverer, id: number, calls: number): Promise<boolean> {
  // Set aside, because other webhooks are delivered to during the read.
  by.callsLeft -= calls;
  const pass = await readDue(by, id, calls, by.now());
  by.callsLeft += calls - (pass?.due.length ?? 0);
  if (!pass) return false;
  const { webhook, due } = pass;
  const hasListed = webhook.hasRoom && (await listNext(by, webhook));
  if (due.length > 0) await deliverEvents(by, webhook, due);
  return hasListed || due.length > 0;
}

/** Lists the next events to deliver; returns whether there were any. */
async function listNext(by: Deliverer, webhook: LeasedWebhook): Promise<boolean> {
  if (webhook.hasRequeued) await listRequeued(by, webhook.id, by.now());
  return (await listFromLog(by, webhook)) || webhook.hasRequeued;
}

/** Lists the events of the next changes in the log; returns whether there were any changes. */
async function listFromLog(by: Deliverer, webhook: LeasedWebhook): Promise<boolean> {
  const place = { after: webhook.seq, limit: listedEventsMax };
  const { changes } = await readChangesAfter(by.executor, place);
  const seq = changes.at(-1)?.id;
  if (seq === undefined) return false;
  const events = changes
    .map((change) => toCloudEvent(change, by.eventSource))
    .filter((event) => isSubscribed(webhook, event))
    .map(({ id, subject }) => ({ seq: Number(id), subject }));
  await enqueue(by, webhook, events, seq, by.now());
  return true;
}

/** Returns whether a webhook gets an event. It gets administrators' events only by name. */
const isSubscribed = ({ types }: LeasedWebhook, { type, data }: EventRecord) =>
  (administrative as ReadonlySet<string>).has(data.entity)
    ? types !== null && isResourceNamed(type, types)
    : types === null || isTypeAmong(type, types);

/** The outcome of one delivery. */
interface Delivery {
  readonly outcome: DeliveryOutcome;
  readonly isGone: boolean;
  readonly isCutOff?: boolean | undefined;
}

/** Returns the newest seal. A round reads it once, before its first call. */
function roundAnchor(by: Deliverer): Promise<AnchorRecord | null> {
  if (by.anchor === undefined) {
    by.queriesLeft++;
    by.anchor = newestSeal(by.executor).then(toAnchorRecord);
  }
  return by.anchor;
}

/** Delivers due events and records the outcomes; a delivery that was cut off remains due. */
async function deliverEvents(
  by: Deliverer,
  webhook: LeasedWebhook,
  due: readonly DueEvent[],
): Promise<void> {
  const receiver = { ...webhook, anchor: await roundAnchor(by) };
  const all = await Promise.all(due.map((one) => deliverEvent(by, receiver, one)));
  const deliveries = all.filter(({ isCutOff }) => !isCutOff);
  const outcomes = deliveries.map(({ outcome }) => outcome);
  await recordOutcomes(by, webhook.id, outcomes, by.now());
  const failed = outcomes.filter(({ error }) => error !== undefined);
  for (const { seq, attempts, error, nextAt } of failed) {
    const level = nextAt === undefined ? "error" : "warn";
    const message =
      nextAt === undefined ? "An event became a dead letter." : "An event was not delivered.";
    by.log({ level, message, webhook: webhook.id, seq, attempts, reason: error });
  }
  if (deliveries.some(({ isGone }) => isGone)) await deactivateWebhook(by, webhook);
}

async function deliverEvent(
  by: Deliverer,
  receiver: LeasedWebhook & Receiver,
  { seq, subject, attempts: before, listedAt, change }: DueEvent,
): Promise<Delivery> {
  const { send, now, chance, eventSource } = by;
  const event: EventRecord = toCloudEvent(change, eventSource);
  if (!isSubscribed(receiver, event)) {
    // The webhook's types changed after this was listed.
    const outcome = { seq, subject, attempts: before, error: undefined, nextAt: undefined };
    return { outcome, isGone: false };
  }
  const { status, error, isCutOff } = await callReceiver(send, receiver, event, now());
  const attempts = before + 1;
  const nextAt =
    error === undefined ? undefined : nextAttempt({ attempts, listedAt, now: now() }, chance());
  const outcome = { seq, subject, attempts, error, nextAt };
  return { outcome, isGone: status === goneStatus, isCutOff };
}
