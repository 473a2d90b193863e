/** The kinds of events in the security log. */
export type SecurityKind =
  | "bound_refused"
  | "bulk_read"
  | "connection_dropped"
  | "cross_site_refused"
  | "export"
  | "key_created"
  | "key_refused"
  | "key_replaced"
  | "key_revoked"
  | "pin_locked"
  | "pin_refused"
  | "rate_limited"
  | "reference_refused"
  | "role_refused"
  | "session_created"
  | "session_ended"
  | "sign_in_refused";

/** An event of security, with what is known about its sender. */
export interface SecurityEvent {
  readonly kind: SecurityKind;
  readonly address?: string | undefined;
  readonly keyId?: number | undefined;
  readonly userId?: number | undefined;
  readonly sessionId?: number | undefined;
  readonly requestId?: string;
  readonly [fact: string]: unknown;
}

/** Reports an event of security. */
export type SecurityLog = (event: SecurityEvent) => void;

/** The log of the service, and its clock. */
interface Output {
  readonly log: (
    line: SecurityEvent & { readonly level: "info"; readonly message: string },
  ) => void;
  readonly now: () => number;
}

/** Events of one kind and one key are one line in this time. */
const lineMs = 1000;

/** The most addresses that one line lists. */
const addressesMax = 10;

/** The most kinds and keys whose lines are counted at the same time. */
const countedMax = 10_000;

/** The changes of keys: an administrator makes them, and each has its own line. */
const acts: ReadonlySet<SecurityKind> = new Set(["key_created", "key_replaced", "key_revoked"]);

/** The events since the last line about them. */
interface Waiting {
  since: number;
  count: number;
  last: SecurityEvent | undefined;
  readonly addresses: Set<string>;
}

/**
 * Returns the security log of a service. The first event of a kind and a key is logged immediately,
 * and then one line a second with the number of the others. A flood must not fill the disk.
 */
export function newSecurityLog({ log, now }: Output): SecurityLog {
  const waiting = new Map<string, Waiting>();
  const write = (event: SecurityEvent, more: object = {}) =>
    log({ level: "info", message: "Security.", ...event, ...more });
  const writeWaiting = ({ last, count: events, addresses }: Waiting) => {
    if (!last) return;
    const several = addresses.size > 1 ? { addresses: [...addresses] } : {};
    write(last, { count: events, ...several });
  };
  const restart = (name: string) => {
    if (waiting.size >= countedMax) waiting.clear();
    const next: Waiting = { since: now(), count: 0, last: undefined, addresses: new Set() };
    waiting.set(name, next);
    // A Worker can drop it once it has responded: then the next event writes the line.
    const timer: unknown = setTimeout(() => {
      if (waiting.get(name) !== next) return;
      waiting.delete(name);
      if (next.count === 0) return;
      writeWaiting(next);
      restart(name);
    }, lineMs);
    unref(timer);
  };
  return (event) => {
    if (acts.has(event.kind)) {
      write(event);
      return;
    }
    const name = `${event.kind} ${event.keyId ?? ""}`;
    const before = waiting.get(name);
    if (before && isWithinLine(now() - before.since)) {
      count(before, event);
      return;
    }
    if (before) writeWaiting(before);
    write(event);
    restart(name);
  };
}

// If the clock was set back, the time since the last line is unknown.
const isWithinLine = (passedMs: number) => passedMs >= 0 && passedMs < lineMs;

function count(waiting: Waiting, event: SecurityEvent): void {
  waiting.count++;
  waiting.last = event;
  const { addresses } = waiting;
  if (event.address !== undefined && addresses.size < addressesMax) addresses.add(event.address);
}

/** Lets a process end before a timer does. On Workers a timer is a number. */
function unref(timer: unknown): void {
  if (typeof timer !== "object" || timer === null || !("unref" in timer)) return;
  // Node's timer has this method.
  (timer as { unref(): void }).unref();
}
