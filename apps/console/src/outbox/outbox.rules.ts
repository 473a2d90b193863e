import type { Answer, Call, Problem } from "@asbuilt/client";

/** The writes of the shop floor. Each goes through the outbox. */
export const outboxOperations = [
  "buildBuild",
  "buildRemove",
  "materialItemComplete",
  "materialItemItemAdjust",
  "materialItemMove",
  "materialItemReceive",
] as const;

export type OutboxOperation = (typeof outboxOperations)[number];

/** The body of each of them. */
type OutboxBodies = { readonly [Name in OutboxOperation]: Call<Name>["body"] };

export type OutboxBody<Name extends OutboxOperation> = OutboxBodies[Name];

/** The key that an entry was made with, and its person. Only both together send the entry. */
export interface Owner {
  readonly keyID: number;
  readonly userID: number;
  readonly user: string;
}

/** Returns whether two owners are one: at a station, several persons have its key. */
export const isSameOwner = (
  one: Pick<Owner, "keyID" | "userID">,
  other: Pick<Owner, "keyID" | "userID">,
): boolean => one.keyID === other.keyID && one.userID === other.userID;

/** Why a person has to decide about an entry. */
export type SettleReason = "refused" | "too_old" | "taken_out";

/** One write that the service has not confirmed. */
export interface Entry<Name extends OutboxOperation = OutboxOperation> {
  /** The order in which entries are sent. */
  readonly seq: number;
  /** The Idempotency-Key of every attempt. */
  readonly key: string;
  readonly operation: Name;
  readonly body: OutboxBody<Name>;
  /** The time when the person did it, in milliseconds. */
  readonly madeAtMs: number;
  readonly owner: Owner;
  readonly state: "waiting" | "settle" | "dropped";
  /** How often it was sent without a clear response. */
  readonly attempts: number;
  readonly notBeforeMs: number;
  readonly reason?: SettleReason;
  readonly refused?: Problem;
  /** Why a person dropped it, and who. */
  readonly comment?: string;
  readonly droppedBy?: string;
}

/** The response to one attempt to send an entry. */
export type Outcome =
  /** The sign-in has ended, or is another person's: it did nothing, and waits for its own person. */
  | { readonly kind: "unsent" }
  | { readonly kind: "done"; readonly data: Answer<OutboxOperation> }
  | { readonly kind: "refused"; readonly problem: Problem }
  /** Nobody knows whether it took effect, or the service asks to come later. */
  | { readonly kind: "doubt"; readonly problem?: Problem; readonly waitMs?: number };

/** Returns an entry after an attempt. Null: it is done and leaves the outbox. */
export function entryAfter(entry: Entry, outcome: Outcome, nowMs: number): Entry | null {
  switch (outcome.kind) {
    case "done":
      return null;
    case "unsent":
      return { ...entry, notBeforeMs: nowMs + firstWaitMs };
    case "refused":
      return { ...entry, state: "settle", reason: "refused", refused: outcome.problem };
    default: {
      const waitMs = Math.max(outcome.waitMs ?? 0, growingWaitMs(entry.attempts));
      return { ...entry, attempts: entry.attempts + 1, notBeforeMs: nowMs + waitMs };
    }
  }
}

const firstWaitMs = 1_000;
const waitMsMax = 60_000;

const growingWaitMs = (attempts: number): number =>
  Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(attempts, 16));

/** The codes after which nobody knows whether a write took effect, or which ask to come later. */
const inDoubtCodes = new Set([
  "outcome_unknown",
  "internal",
  "unknown",
  "unavailable",
  "directory_unreachable",
  "overloaded",
  "rate_limited",
]);

const signInCodes = new Set(["unauthorized", "other_user"]);

/** Returns whether a refusal says that the sign-in is not, or no longer, that of the entry's person. */
export const isOfSignIn = (code: string): boolean => signInCodes.has(code);

export const isInDoubt = (code: string): boolean => inDoubtCodes.has(code);

/**
 * Returns an entry as it is first sent. If the person did it a while ago, it says when. Later
 * attempts must be the same request, so that the service knows them again.
 */
export function firstSending(entry: Entry, nowMs: number): Entry {
  if (entry.attempts > 0 || nowMs - entry.madeAtMs < delayMsMin) return entry;
  const occurredAt = new Date(entry.madeAtMs).toISOString();
  return { ...entry, body: { ...entry.body, occurredAt } };
}

// The clock of a tablet is not the service's: it decides only where it matters.
const delayMsMin = 60_000;

/** The service forgets an Idempotency-Key after 7 days. A day is left for clocks and doubt. */
const ageMsMax = 6 * 24 * 3_600_000;

export const isTooOld = ({ madeAtMs }: Entry, nowMs: number): boolean =>
  nowMs - madeAtMs > ageMsMax;

/** The next thing that the sender does. */
export type NextStep =
  | { readonly kind: "send"; readonly entry: Entry }
  | { readonly kind: "settle"; readonly entry: Entry }
  | { readonly kind: "wait"; readonly untilMs: number }
  | { readonly kind: "idle" };

/**
 * Returns what the sender of one key does now. Entries are sent in order: one in doubt holds back
 * those behind it. One that needs a person holds back only those that depend on it.
 */
export function nextStep(
  entries: readonly Entry[],
  sender: Pick<Owner, "keyID" | "userID">,
  nowMs: number,
): NextStep {
  const own = entries.filter(({ owner }) => isSameOwner(owner, sender));
  const stopped = stoppedKeys(entries);
  const next = own.find(({ state, key }) => state === "waiting" && !stopped.has(key));
  if (!next) return { kind: "idle" };
  if (isTooOld(next, nowMs)) {
    return { kind: "settle", entry: { ...next, state: "settle", reason: "too_old" } };
  }
  if (next.notBeforeMs > nowMs) return { kind: "wait", untilMs: next.notBeforeMs };
  return { kind: "send", entry: next };
}

/** Returns whether an entry waits for another one: one in doubt, or one that needs a person. */
export function isHeldBack(entries: readonly Entry[], entry: Entry): boolean {
  const first = entries.find(
    ({ owner, state }) => state === "waiting" && isSameOwner(owner, entry.owner),
  );
  return (first !== undefined && first.attempts > 0) || stoppedKeys(entries).has(entry.key);
}

/** The writes that were kept here since nothing was, and how many of them were sent. */
export interface Kept {
  readonly keys: ReadonlySet<string>;
  readonly sent: number;
}

/** Returns what is kept once the entries have changed. The first of an outage begins a new count. */
export function keeping(
  { keys, sent }: Kept,
  entries: readonly Entry[],
  isKept: (entry: Entry) => boolean,
): Kept {
  const settled = new Set(entries.filter(({ state }) => state !== "waiting").map(({ key }) => key));
  const left = [...keys].filter((key) => !settled.has(key));
  const more = entries.filter(isKept).map(({ key }) => key);
  return {
    keys: new Set([...left, ...more]),
    sent: left.length === 0 && more.length > 0 ? 0 : sent,
  };
}

/** Returns what is kept after an outcome. One in doubt stays kept. */
export function keptAfter({ keys, sent }: Kept, key: string, outcome: Outcome["kind"]): Kept {
  if (!keys.has(key) || outcome === "doubt" || outcome === "unsent") return { keys, sent };
  const left = new Set([...keys].filter((other) => other !== key));
  return { keys: left, sent: outcome === "done" ? sent + 1 : sent };
}

/** Returns the fields of a write that a person reads, each with its value. */
export const factsOf = (body: object): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries<unknown>({ ...body }).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return [];
    // The details of a new item belong to the same write.
    if (name === "itemDetails") return factsOf(Object(value));
    return [[idsOfItem.has(name) ? "materialItemID" : name, value] as const];
  });

const idsOfItem: ReadonlySet<string> = new Set(["id", "materialitemid"]);

/** Returns the keys of waiting entries that depend on one that a person has to settle. */
export function stoppedKeys(entries: readonly Entry[]): ReadonlySet<string> {
  const stopped = new Set<string>();
  const missing = new Set<string>();
  const unsettled = new Set<string>();
  for (const entry of entries) {
    const { makes, uses, completes } = serialsOf(entry);
    const isStopped =
      entry.state === "waiting" &&
      (uses.some((serial) => missing.has(serial)) || completes.some((unit) => unsettled.has(unit)));
    if (isStopped) stopped.add(entry.key);
    if (!isStopped && entry.state !== "settle") continue;
    for (const serial of makes) missing.add(serial);
    for (const serial of uses) unsettled.add(serial);
  }
  return stopped;
}

interface Serials {
  /** Items that do not exist before the entry takes effect. */
  readonly makes: readonly string[];
  readonly uses: readonly string[];
  /** A unit that may not be completed while a write to it is unsettled. */
  readonly completes: readonly string[];
}

/** A write as the rules read it: each operation has some of these fields. */
interface SerialFields {
  readonly parentSerialNo?: string;
  readonly childSerialNo?: string;
  readonly visualSerialNo?: string | null;
  readonly receiveAtPointOfConsumption?: boolean;
}

function serialsOf({ operation, body }: Entry): Serials {
  // Every body has some of the fields, or none.
  const fields = body as SerialFields;
  const { parentSerialNo, childSerialNo, visualSerialNo } = fields;
  const isReceipt = operation === "materialItemReceive";
  const folded = (...serials: readonly (string | null | undefined)[]) =>
    serials.flatMap((serial) => (serial ? [serial.toLowerCase()] : []));
  return {
    makes: folded(
      isReceipt ? visualSerialNo : undefined,
      fields.receiveAtPointOfConsumption ? childSerialNo : undefined,
    ),
    uses: folded(parentSerialNo, childSerialNo, isReceipt ? undefined : visualSerialNo),
    completes: operation === "materialItemComplete" ? folded(visualSerialNo) : [],
  };
}

/** Returns whether an entry that a person has to settle can have taken effect. */
export const mayHaveTakenEffect = ({ attempts, reason, refused }: Entry): boolean =>
  reason === "refused" ? attempts > 0 && keyCodes.has(refused?.code ?? "") : attempts > 0;

/** A refusal of the key says nothing about what an earlier attempt did. */
const keyCodes = new Set(["unauthorized", "forbidden", "key_bound"]);

/** The entries as the outbox shows them to the person who is signed in. */
export interface Sorted {
  readonly waiting: readonly Entry[];
  /** Waiting entries behind one that a person has to settle. */
  readonly stopped: readonly Entry[];
  readonly toSettle: readonly Entry[];
  readonly dropped: readonly Entry[];
  /** Entries of other keys. They wait until their person signs in. */
  readonly ofOthers: readonly Entry[];
}

export function sortEntries(entries: readonly Entry[], person: Owner): Sorted {
  const stopped = stoppedKeys(entries);
  const isOthers = ({ owner, state }: Entry) =>
    state === "waiting" ? !isSameOwner(owner, person) : owner.userID !== person.userID;
  const undecided = entries.filter(({ state }) => state !== "dropped");
  const own = undecided.filter((entry) => !isOthers(entry));
  return {
    waiting: own.filter(({ state, key }) => state === "waiting" && !stopped.has(key)),
    stopped: own.filter(({ state, key }) => state === "waiting" && stopped.has(key)),
    toSettle: own.filter(({ state }) => state === "settle"),
    dropped: entries.filter(({ state }) => state === "dropped"),
    ofOthers: undecided.filter(isOthers),
  };
}
