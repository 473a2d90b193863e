import { type EventRecord, isTypeAmong } from "@asbuilt/contract";
import {
  deactivateWebhook,
  type Due,
  enqueue,
  type Executor,
  type LeasedWebhook,
  leaseWebhooks,
  newUuid,
  readChangesAfter,
  readTurn,
  releaseWebhook,
  type Settled,
  settleDeliveries,
} from "@asbuilt/core";
import type { LogEntry } from "../environment.ts";
import { defaultSource, toCloudEvent } from "../events/cloud-event.ts";
import { call, gone, type Send } from "./call.ts";
import { nextAttempt } from "./retry.ts";

/** How many changes are looked at in one go, and how many receivers' answers awaited at once. */
const changesAtOnce = 200;
const callsAtOnce = 16;
/** A Worker may not go on for longer, and on Node the next round begins at once. */
const roundMs = 25_000;

export interface DeliveryOptions {
  readonly executor: Executor;
  readonly now: () => number;
  readonly log: (entry: LogEntry) => void;
  readonly send: Send;
  readonly eventSource?: string | undefined;
  /** From 0 to 1, below 1. */
  readonly chance?: (() => number) | undefined;
}

/** One who delivers, by a name that nobody else has. */
interface Deliverer extends DeliveryOptions {
  readonly owner: string;
}

/**
 * Begins to deliver what is due to every webhook that nobody delivers for; `done` resolves when it
 * has been tried. What was sent and not yet kept as delivered is sent again after a crash: each
 * event at least once, and those of one record in their order.
 */
export async function deliverDue(options: DeliveryOptions): Promise<{ done: Promise<unknown> }> {
  const by = { ...options, owner: newUuid() };
  const ids = await leaseWebhooks(by, options.now());
  return { done: Promise.all(ids.map((id) => deliverTo(by, id))) };
}

async function deliverTo(by: Deliverer, id: number): Promise<void> {
  const end = Date.now() + roundMs;
  try {
    // oxlint-disable-next-line no-await-in-loop -- what follows waits for what was before it
    while (Date.now() < end && (await takeTurn(by, id)));
    await releaseWebhook(by, id);
  } catch (error) {
    // The lease ends by itself, and whoever takes it next goes on.
    by.log({ level: "warn", message: "A webhook was not delivered.", webhook: id, error });
  }
}

/** Lists and delivers the next few; whether there may be more to do at once. */
async function takeTurn(by: Deliverer, id: number): Promise<boolean> {
  const turn = await readTurn(by, id, callsAtOnce, by.now());
  if (!turn) return false;
  const { webhook, due } = turn;
  const hasListed = webhook.room > 0 && (await lookOn(by, webhook));
  if (due.length > 0) await callAll(by, webhook, due);
  return hasListed || due.length > 0;
}

/** Looks at what came next in the log; whether there was something. */
async function lookOn(by: Deliverer, webhook: LeasedWebhook): Promise<boolean> {
  const limit = Math.min(webhook.room, changesAtOnce);
  const changes = await readChangesAfter(by.executor, { after: webhook.seq, limit });
  const seq = changes.at(-1)?.id;
  if (seq === undefined) return false;
  const events = changes
    .map((change) => toEvent(by, change))
    .filter(({ type }) => webhook.types === null || isTypeAmong(type, webhook.types))
    .map(({ id, subject }) => ({ seq: Number(id), subject }));
  await enqueue(by, webhook, events, seq, by.now());
  return true;
}

const toEvent = ({ eventSource = defaultSource }: DeliveryOptions, change: Due["change"]) =>
  toCloudEvent(change, eventSource);

/** Calls with what is due, and keeps what it came to. */
async function callAll(by: Deliverer, webhook: LeasedWebhook, due: readonly Due[]): Promise<void> {
  const outcomes = await Promise.all(due.map((one) => callWith(by, webhook, one)));
  const settled = outcomes.map(({ settled: one }) => one);
  await settleDeliveries(by, webhook.id, settled, by.now());
  const failed = settled.filter(({ error }) => error !== undefined);
  for (const { seq, attempts, error, nextAt } of failed) {
    const level = nextAt === undefined ? "error" : "warn";
    const message = nextAt === undefined ? "An event was given up." : "An event was not delivered.";
    by.log({ level, message, webhook: webhook.id, seq, attempts, reason: error });
  }
  if (outcomes.some(({ isGone }) => isGone)) await deactivateWebhook(by, { id: webhook.id });
}

async function callWith(
  options: Deliverer,
  webhook: LeasedWebhook,
  { seq, subject, attempts: before, listedAt, change }: Due,
): Promise<{ settled: Settled; isGone: boolean }> {
  const { send, now, chance = Math.random } = options;
  const event: EventRecord = toEvent(options, change);
  const { status, error } = await call(send, webhook, event, now());
  const attempts = before + 1;
  const nextAt =
    error === undefined ? undefined : nextAttempt({ attempts, listedAt, now: now() }, chance());
  return { settled: { seq, subject, attempts, error, nextAt }, isGone: status === gone };
}
