import { type Answer, type Problem, ProblemError } from "@asbuilt/client";
import type { Asbuilt } from "../client/asbuilt.ts";
import { newIdempotencyKey } from "../client/idempotency-key.ts";
import { inOneTab } from "../client/one-tab.ts";
import {
  type Entry,
  entryAfter,
  firstSending,
  isHeldBack,
  isInDoubt,
  isOfSignIn,
  isSameOwner,
  type Kept,
  keeping,
  keptAfter,
  nextStep,
  type OutboxBody,
  type OutboxOperation,
  type Outcome,
  type Owner,
} from "./outbox.rules.ts";
import { isOfflineAllowed } from "./offline.ts";
import { addEntry, allEntries, putEntry, removeEntry } from "./outbox-store.ts";

/** The result for the screen that wrote. A write that is kept will be sent again. */
export type WriteResult<Name extends OutboxOperation> =
  | { readonly kind: "done"; readonly data: Answer<Name> }
  | { readonly kind: "refused"; readonly problem: Problem }
  | { readonly kind: "kept"; readonly entry: Entry }
  /** There is no network, and this device may not keep writes. Nothing was stored. */
  | { readonly kind: "unreachable" };

/** An outcome that came in some tab. */
export interface News {
  readonly entry: Entry;
  readonly outcome: Outcome;
  /** Whether a screen of this tab waits for it. That screen shows it. */
  readonly isAwaited: boolean;
}

/** A message between tabs. Null: the entries have changed. */
type Message = Omit<News, "isAwaited"> | null;

let shown: readonly Entry[] = [];
let kept: Kept = { keys: new Set(), sent: 0 };
/** Whether the entries were read: what was there before is kept. */
let isRead = false;
let wake = Promise.withResolvers<void>();
const viewers = new Set<() => void>();
const readers = new Set<(news: News) => void>();
/** The last news of this tab, newest last, and how many there were. */
let recentNews: readonly News[] = [];
let newsCount = 0;
const recentNewsMax = 500;
/** The keys of the writes that a screen of this tab waits for. */
const awaited = new Set<string>();
const channel = new BroadcastChannel("asbuilt.outbox");

channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data) tellReaders(data);
  void showChange();
});

/** Lets the sender look again before its wait is over. */
function wakeSender(): void {
  wake.resolve();
  wake = Promise.withResolvers();
}

async function showChange(): Promise<void> {
  shown = await allEntries();
  kept = keeping(kept, shown, isKept);
  isRead = true;
  for (const viewer of viewers) viewer();
  wakeSender();
}

/** Returns whether nobody waits for an entry to be sent: it is sent when that is possible again. */
function isKept(entry: Entry): boolean {
  if (entry.state !== "waiting") return false;
  return !isRead || !navigator.onLine || entry.attempts > 0 || isHeldBack(shown, entry);
}

function tellReaders(message: NonNullable<Message>): void {
  const news = { ...message, isAwaited: awaited.has(message.entry.key) };
  newsCount += 1;
  kept = keptAfter(kept, message.entry.key, message.outcome.kind);
  recentNews = [...recentNews, news].slice(-recentNewsMax);
  for (const reader of readers) reader(news);
}

/** Tells all tabs that the entries have changed, and about the outcome that changed them. */
async function announce(message: Message): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it has one origin only
  channel.postMessage(message);
  if (message) tellReaders(message);
  await showChange();
}

/** The entries of this browser, for `useSyncExternalStore`. */
export const shownEntries = (): readonly Entry[] => shown;

/** The number of writes that were kept here and are sent now, for `useSyncExternalStore`. */
export const sentOfKept = (): number => kept.sent;

export function onEntries(viewer: () => void): () => void {
  viewers.add(viewer);
  void showChange();
  return () => viewers.delete(viewer);
}

/** Returns how many outcomes this tab has heard of. */
export const countNews = (): number => newsCount;

/** Calls a reader for each outcome in any tab, beginning with those after the first `heard` ones. */
export function onNews(reader: (news: News) => void, heard = newsCount): () => void {
  if (newsCount > heard) recentNews.slice(heard - newsCount).forEach(reader);
  readers.add(reader);
  return () => readers.delete(reader);
}

interface WriteOptions {
  /** The Idempotency-Key. By default, it is a new one. */
  readonly key?: string;
  /** Leaves a refused write in the outbox, which shows it. */
  readonly keepsRefusal?: boolean;
}

/**
 * Stores a write, then waits until it has an outcome. A refusal is given to the caller, who shows
 * it, and leaves the outbox. If nobody waits for it any more, it stays there to be settled.
 */
export async function write<Name extends OutboxOperation>(
  operation: Name,
  body: OutboxBody<Name>,
  owner: Owner,
  { key = newIdempotencyKey(), keepsRefusal = false }: WriteOptions = {},
): Promise<WriteResult<Name>> {
  if (!isOfflineAllowed() && (await isUnreachable(owner))) return { kind: "unreachable" };
  awaited.add(key);
  const first = Promise.withResolvers<Message & object>();
  const stop = onNews((news) => {
    if (news.entry.key === key) first.resolve(news);
  });
  try {
    await addEntry({
      key,
      operation,
      // The compiler can't see that a body of one operation is a body of some operation.
      body: body as unknown as OutboxBody<OutboxOperation>,
      owner,
      madeAtMs: Date.now(),
      state: "waiting",
      attempts: 0,
      notBeforeMs: 0,
    });
    await announce(null);
    const news = await Promise.race([first.promise, heldBack(key)]);
    if (news.outcome.kind === "done") {
      // The answer is that of this operation.
      return { kind: "done", data: news.outcome.data as Answer<Name> };
    }
    if (news.outcome.kind !== "refused") return { kind: "kept", entry: news.entry };
    if (!keepsRefusal) await dismiss(news.entry);
    return { kind: "refused", problem: news.outcome.problem };
  } finally {
    awaited.delete(key);
    stop();
  }
}

/** Returns whether the browser has no network, or an earlier write is still in doubt. */
async function isUnreachable(person: Owner): Promise<boolean> {
  if (!navigator.onLine) return true;
  const entries = await allEntries();
  return entries.some(
    ({ owner, state, attempts }) =>
      isSameOwner(owner, person) && state === "waiting" && attempts > 0,
  );
}

/** Resolves if an entry is not sent because others are before it, or because there is no network. */
async function heldBack(key: string): Promise<Message & object> {
  for (;;) {
    const woken = wake.promise;
    const entries = await allEntries();
    const entry = entries.find((other) => other.key === key);
    // It has an outcome, which the reader of news gets.
    if (!entry) return Promise.withResolvers<Message & object>().promise;
    if (!navigator.onLine || isHeldBack(entries, entry)) {
      return { entry, outcome: { kind: "doubt" } };
    }
    await woken;
  }
}

/** Takes an entry out for good: its person has seen what became of it. */
export async function dismiss(entry: Entry): Promise<void> {
  await removeEntry(entry);
  await announce(null);
}

/** Stores what a person decided about an entry. */
export async function decide(entry: Entry): Promise<void> {
  await putEntry(entry);
  await announce(null);
}

/** How long one attempt may take. After that the same request is sent again. */
const attemptMsMax = 8_000;

type Sender = Pick<Owner, "keyID" | "userID">;

/**
 * Sends the entries of one owner in order, as long as no other tab does. Returns how to stop. Two tabs
 * that send one entry, as they can without locks, send it with one Idempotency-Key: it is done once.
 */
export function startSending(asbuilt: Asbuilt, sender: Sender): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const hurry = () => void sendWithoutWait(sender);
  addEventListener("online", hurry);
  const name = `asbuilt.outbox.${sender.keyID}.${sender.userID}`;
  inOneTab(name, signal, () => sendUntil(signal, asbuilt, sender)).catch(ignoreAbort);
  return () => {
    removeEventListener("online", hurry);
    stopping.abort();
    wakeSender();
  };
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}

/** The network is back: what was broken is tried now. */
async function sendWithoutWait(sender: Sender): Promise<void> {
  const waiting = (await allEntries()).filter(({ owner, state, notBeforeMs }) => {
    return isSameOwner(owner, sender) && state === "waiting" && notBeforeMs > 0;
  });
  for (const entry of waiting) await putEntry({ ...entry, notBeforeMs: 0 });
  await announce(null);
}

async function sendUntil(signal: AbortSignal, asbuilt: Asbuilt, sender: Sender): Promise<void> {
  while (!signal.aborted) {
    const woken = wake.promise;
    const step = nextStep(await allEntries(), sender, Date.now());
    if (step.kind === "settle") await decide(step.entry);
    else if (step.kind === "send" && navigator.onLine) await sendOne(asbuilt, step.entry);
    else await Promise.race([woken, elapsed(step.kind === "wait" ? step.untilMs : undefined)]);
  }
}

function elapsed(untilMs: number | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (untilMs !== undefined) setTimeout(resolve, Math.max(0, untilMs - Date.now()));
  return promise;
}

async function sendOne(asbuilt: Asbuilt, waiting: Entry): Promise<void> {
  const entry = firstSending(waiting, Date.now());
  // The body of the first attempt is that of all attempts, also after a reload.
  if (entry !== waiting) await putEntry(entry);
  const outcome = await attempt(asbuilt, entry);
  const after = entryAfter(entry, outcome, Date.now());
  const isThere = await (after ? putEntry(after) : removeEntry(entry));
  // Without locks another tab can have sent it as well. That tab tells what became of it.
  if (isThere) await announce({ entry: after ?? entry, outcome });
}

async function attempt(asbuilt: Asbuilt, entry: Entry): Promise<Outcome> {
  const signal = AbortSignal.timeout(attemptMsMax);
  const { operation, body, key } = entry;
  try {
    // The body belongs to the operation: both came from one call of `write`.
    const call = { body, idempotencyKey: key, signal } as never;
    return { kind: "done", data: await asbuilt.send(operation, call) };
  } catch (error) {
    if (!(error instanceof ProblemError)) return { kind: "doubt" };
    const { problem, response } = error;
    if (isOfSignIn(problem.code)) return { kind: "unsent" };
    if (!isInDoubt(problem.code)) return { kind: "refused", problem };
    const seconds = Number(response.headers.get("Retry-After"));
    return { kind: "doubt", problem, waitMs: seconds > 0 ? seconds * 1000 : 0 };
  }
}
