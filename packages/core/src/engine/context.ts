import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import type { Assertion } from "./reliance.ts";
import { Refusal } from "../refusal.ts";
import { isGranted, relyOnRoles, type Rights, RightsChanged, stampOf, stampSql } from "./rights.ts";

/** The bounds of a key besides its role; undefined where it has none. */
export interface KeyBounds {
  /** The networks that it is used from, such as 10.0.0.0/8. */
  readonly addresses?: readonly string[] | undefined;
  /** The systems that its references may name. */
  readonly externalSystems?: readonly string[] | undefined;
  /** The ids of the operations that it is used for. */
  readonly operations?: readonly string[] | undefined;
}

/** The caller: a key, the user that it is bound to, the rights of the key and its bounds. */
export interface Principal {
  readonly keyId: number;
  readonly userId: number;
  /** The name of a built-in role, or of one of the plant. */
  readonly role: string;
  /** Its rights, where more than one built-in role decides them. */
  readonly rights?: Rights | undefined;
  readonly bounds?: KeyBounds | undefined;
}

/** The service itself, which acts before there is a key: it creates the first one. */
export const service: Principal = { keyId: 0, userId: 0, role: "admin" };

/** Whether a caller has no key: the service itself, or a command of who can open the database. */
export const isKeyless = ({ keyId }: Principal): boolean => keyId === service.keyId;

/** The context of a verb: everything that it needs besides its input. */
export interface Context {
  readonly executor: Executor;
  readonly principal: Principal;
  readonly requestId: string;
  /** The W3C trace context of the request, in the form of version 00. */
  readonly traceparent?: string | undefined;
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** The IANA name of the plant's time zone; UTC by default. */
  readonly timeZone?: string | undefined;
  readonly idempotency?: Idempotency | undefined;
  /** The references under which another system sent the inputs of the request, in order. */
  readonly externalRefs?: readonly (ExternalRef | undefined)[] | undefined;
  /** The most hours that others than engineers and administrators can date what happened back. */
  readonly backdatingHours?: number | undefined;
  /** Called when a write is refused because another user owns the system of its reference. */
  readonly onForeignSystem?: ((system: string) => void) | undefined;
  /** Called when a write gets the recorded answer of an earlier request in full. */
  readonly onReplay?: (() => void) | undefined;
}

/** The hashes that a repeated body has again: SHA-256 of its canonical JSON, hexadecimal. */
export interface BodyHashes {
  /** Of the body without the white space around its texts. It is recorded. */
  readonly bodyHash: string;
  /** Of the body as it is written, where that differs: asbuilt recorded it before. */
  readonly writtenHash?: string | undefined;
}

/** A client's name for one write, with the fields that identify the request. */
export interface Idempotency extends BodyHashes {
  readonly method: string;
  readonly path: string;
  readonly key: string;
}

/** Another system's permanent name for one request, with the fields that identify the request. */
export interface ExternalRef extends BodyHashes {
  readonly system: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The present state of a key and its user. */
interface KeyState {
  readonly userId: number;
  readonly userRevNo: number;
  readonly revNo: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly userIsActive: boolean;
  /** The revisions of the roles that decide what it may do; null for one built-in role. */
  readonly stamp: string | null;
}

type KeyRow = readonly [
  number,
  number,
  number,
  number | null,
  number | null,
  number,
  (string | null)?,
];

// Plain SQL: a process that only refuses its first request need not load Drizzle.
const keyById = (keyId: number): Bound<KeyState> => ({
  // The largest time in the log counts too: a clock that is set back makes no key valid again.
  sql: `select user.id as user_id, user.rev_no as user_rev_no, api_key.rev_no as key_rev_no,
    case when api_key.expires_at is not null
      and api_key.expires_at <= (select max(at) from change_log) then 0
      else api_key.expires_at end, api_key.revoked_at, user.is_active, ${stampSql}
    from api_key join user on user.id = api_key.user_id where api_key.id = ?`,
  params: [keyId],
  isOne: true,
  // The columns are those of the select, which the schema has as numbers.
  row: (raw) => {
    const [userId, userRevNo, revNo, expiresAt, revokedAt, isActive, stamp = null] = raw as KeyRow;
    const userIsActive = isActive === 1;
    return { userId, userRevNo, revNo, expiresAt, revokedAt, userIsActive, stamp: stampOf(stamp) };
  },
});

const checks = new WeakMap<Principal, Bound<KeyState>>();

/**
 * Reads the key again with every load, so that a cached key can't outlive its revocation. It is
 * bound once per principal: reads that run together recognize the same statement and read it once.
 */
export function keyCheck(principal: Principal): Bound<KeyState> {
  let check = checks.get(principal);
  if (!check) checks.set(principal, (check = keyById(principal.keyId)));
  return check;
}

/** The largest times that keys were checked at, by clock: a clock that is set back gives others. */
const latestTimes = new WeakMap<() => number, number>();

/** Returns the largest time that this clock has shown to a key that expires. */
function latestOf(now: () => number): number {
  const latest = Math.max(latestTimes.get(now) ?? 0, now());
  latestTimes.set(now, latest);
  return latest;
}

/**
 * Refuses (`unauthorized`) a key that is revoked or expired, or whose user is not active. Throws
 * RightsChanged if its roles are others than the principal's. Returns the assertions of a write by
 * this key: the key, its user and the plant's roles as they were read.
 */
export function requireValidKey(
  { now, principal }: Pick<Context, "now" | "principal">,
  [key]: readonly KeyState[],
): readonly Assertion[] {
  if (isKeyless(principal)) return [];
  if (!key || key.revokedAt !== null) {
    throw new Refusal("unauthorized", "The key has been revoked.");
  }
  if (!key.userIsActive) throw new Refusal("unauthorized", "The key's user is retired.");
  if (key.expiresAt !== null && key.expiresAt <= latestOf(now)) {
    throw new Refusal("unauthorized", "The key has expired.");
  }
  const { rights } = principal;
  if (key.stamp !== (rights?.stamp ?? null)) throw new RightsChanged();
  return [
    ["ApiKey", principal.keyId, key.revNo],
    ["User", key.userId, key.userRevNo],
    ...(rights ? relyOnRoles(rights) : []),
  ];
}

/** Who sent a change and when, in which zone, and under which reference of another system. */
export interface Attribution {
  readonly operationId: string;
  readonly at: number;
  readonly timeZone?: string | undefined;
  readonly userId: number;
  readonly keyId: number;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly externalRef?: ExternalRef | undefined;
  /** The most hours that the sender can date what happened back; undefined without a limit. */
  readonly backdatingHours?: number | undefined;
}

/** The most hours that can be dated back by default: three days, as over a weekend. */
const backdatingHoursDefault = 72;

/** The roles that date what happened back without a limit. */
const unlimited = { operation: "", roles: ["engineer", "admin"] };

/** Returns the most hours that a caller can date back; undefined without a limit. */
export const backdatingHoursOf = ({
  principal,
  backdatingHours = backdatingHoursDefault,
}: Pick<Context, "principal" | "backdatingHours">): number | undefined =>
  isGranted(principal, unlimited) ? undefined : backdatingHours;
