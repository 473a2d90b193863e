import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import type { Assertion } from "./reliance.ts";
import { Refusal } from "../refusal.ts";
import type { Deflate } from "../values/deflate.ts";
import type { Scrypt } from "../values/scrypt.ts";
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

/**
 * The caller: a key, the user that it is bound to, the rights of the key and its bounds. Or a user
 * whom the directory lets in without a key, by a session or a token.
 */
export interface Principal {
  /** 0 for a user without a key. */
  readonly keyId: number;
  /** The session, where a cookie was sent in place of a key. */
  readonly sessionId?: number | undefined;
  /** When the directory's token ends that was sent in place of a key. */
  readonly tokenExpiresAt?: number | undefined;
  /** When the directory is to be asked again about the user of the session. */
  readonly askAt?: number | undefined;
  readonly userId: number;
  /** Whether the user is a person who acts at the station of the key. */
  readonly isActing?: true | undefined;
  /** The name of a built-in role, or of one of the plant; empty without a key. */
  readonly role: string;
  /** Its rights, where more than one built-in role decides them. */
  readonly rights?: Rights | undefined;
  readonly bounds?: KeyBounds | undefined;
}

/** The service itself, which acts before there is a key: it creates the first one. */
export const service: Principal = { keyId: 0, userId: 0, role: "admin" };

/** Whether a caller is the service itself, or a command of who can open the database. */
export const isKeyless = ({ keyId, sessionId, tokenExpiresAt }: Principal): boolean =>
  keyId === service.keyId && sessionId === undefined && tokenExpiresAt === undefined;

/** Returns a number that tells callers apart: that of the key, or below 0 that of the user. */
export const callerOf = ({ keyId, userId }: Principal): number => keyId || -userId;

/** The context of a verb: everything that it needs besides its input. */
export interface Context {
  readonly executor: Executor;
  readonly principal: Principal;
  readonly requestId: string;
  /** The source of the ids of its operations: `operationIdsOf` of a new id; new ones by default. */
  readonly operationIds?: (() => string) | undefined;
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
  /** The runtime's scrypt; a library's by default. */
  readonly scrypt?: Scrypt | undefined;
  /** The runtime's compression; a library's by default. */
  readonly deflate?: Deflate | undefined;
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
  /** SHA-256 of the `textOfKey` of these three, hexadecimal. */
  readonly nameHash: string;
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
  /** Null of a user without a key, as is `revokedAt`. */
  readonly revNo: number | null;
  /** When the key or the token expires. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly userIsActive: boolean;
  /** The revisions of the roles that decide what it may do; null for one built-in role. */
  readonly stamp: string | null;
  /** Of a caller with a session. */
  readonly session?: SessionState;
}

/** The present state of a session, besides that of its key. */
interface SessionState {
  readonly revNo: number;
  readonly endedAt: number | null;
  readonly expiresAt: number;
  /** When it ends unless it is used before. */
  readonly idleAt: number;
  /** The user of the key, who is another one where a person acts at its station. */
  readonly owner: { readonly id: number; readonly revNo: number; readonly isActive: boolean };
}

type KeyRow = readonly [
  number,
  number,
  number | null,
  number | null,
  number | null,
  number,
  string | null,
  ...unknown[],
];

/** Its columns after those of the key. */
type SessionRow = readonly [
  revNo: number,
  endedAt: number | null,
  expiresAt: number,
  idleAt: number,
  ownerId: number,
  ownerRevNo: number,
  ownerIsActive: number,
];

// The largest time in the log counts too: a clock that is set back makes nothing valid again.
const unlessPast = (time: string) =>
  `case when ${time} <= (select max(at) from change_log) then 0 else ${time} end`;

const columnsUntil = (expiresAt: string) => `user.id as user_id, user.rev_no as user_rev_no,
    api_key.rev_no as key_rev_no, case when ${expiresAt} is not null then ${unlessPast(expiresAt)} end,
    api_key.revoked_at, user.is_active, ${stampSql}`;
const keyColumns = columnsUntil("api_key.expires_at");

const keyByIdSql = `select ${keyColumns}
    from api_key join user on user.id = api_key.user_id where api_key.id = ?`;

/** SQL of the time at which a session ends unless it is used before. */
export const idleAtSql =
  "(max(coalesce(session_use.at, 0), session.created_at) + session.idle_minutes * 60000)";

const sessionByIdSql = `select ${keyColumns}, session.rev_no as session_rev_no, session.ended_at,
    ${unlessPast("session.expires_at")}, ${unlessPast(idleAtSql)},
    owner.id, owner.rev_no as owner_rev_no, owner.is_active as owner_is_active
    from session left join api_key on api_key.id = session.key_id
    join user as owner on owner.id = coalesce(api_key.user_id, session.person_id)
    join user on user.id = coalesce(session.person_id, api_key.user_id)
    left join session_use on session_use.session_id = session.id where session.id = ?`;

const userByIdSql = `select ${columnsUntil("?2")}
    from user left join api_key on false where user.id = ?1`;

/** Returns the statement that reads a caller again, and its parameters. */
function statementOf({ keyId, sessionId, userId, tokenExpiresAt }: Principal) {
  if (sessionId !== undefined) return { sql: sessionByIdSql, params: [sessionId] };
  if (tokenExpiresAt === undefined) return { sql: keyByIdSql, params: [keyId] };
  return { sql: userByIdSql, params: [userId, tokenExpiresAt] };
}

// Plain SQL: a process that only refuses its first request need not load Drizzle.
const checkOf = (principal: Principal): Bound<KeyState> => ({
  ...statementOf(principal),
  isOne: true,
  // The columns are those of the select, which the schema has as numbers.
  row: (raw) => {
    const [userId, userRevNo, revNo, expiresAt, revokedAt, isActive, stamp, ...ofSession] =
      raw as KeyRow;
    const userIsActive = isActive === 1;
    const key = { userId, userRevNo, revNo, expiresAt, revokedAt, userIsActive };
    const state = { ...key, stamp: stampOf(stamp) };
    return ofSession.length === 0 ? state : { ...state, session: sessionOf(ofSession) };
  },
});

function sessionOf(row: readonly unknown[]): SessionState {
  // The columns are those of `sessionByIdSql`.
  const [revNo, endedAt, expiresAt, idleAt, ownerId, ownerRevNo, isActive] = row as SessionRow;
  const owner = { id: ownerId, revNo: ownerRevNo, isActive: isActive === 1 };
  return { revNo, endedAt, expiresAt, idleAt, owner };
}

const checks = new WeakMap<Principal, Bound<KeyState>>();

/**
 * Reads the key again with every load, so that a cached key can't outlive its revocation. It is
 * bound once per principal: reads that run together recognize the same statement and read it once.
 */
export function keyCheck(principal: Principal): Bound<KeyState> {
  let check = checks.get(principal);
  if (!check) checks.set(principal, (check = checkOf(principal)));
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
 * Refuses (`unauthorized`) a key that is revoked or expired, or whose user is not active, and a
 * session that has ended. Throws RightsChanged if its roles are others than the principal's. Returns
 * the assertions of a write by this key: the key, its session and user, and the plant's roles as they
 * were read.
 */
export function requireValidKey(
  { now, principal }: Pick<Context, "now" | "principal">,
  [key]: readonly KeyState[],
): readonly Assertion[] {
  if (isKeyless(principal)) return [];
  if (!key || key.revokedAt !== null) {
    throw new Refusal("unauthorized", "The key has been revoked.");
  }
  const holder = key.revNo === null ? "The" : "The key's";
  if (!key.userIsActive) throw new Refusal("unauthorized", `${holder} user is retired.`);
  if (key.expiresAt !== null && key.expiresAt <= latestOf(now)) {
    const what = key.revNo === null ? "token" : "key";
    throw new Refusal("unauthorized", `The ${what} has expired.`);
  }
  if (key.session) requireValidSession(key.session, latestOf(now));
  const { rights, sessionId } = principal;
  if (key.stamp !== (rights?.stamp ?? null)) throw new RightsChanged();
  return [
    ...(key.revNo === null ? [] : [["ApiKey", principal.keyId, key.revNo] as const]),
    ["User", key.userId, key.userRevNo],
    ...(sessionId !== undefined && key.session ? relyOnSession(sessionId, key.session, key) : []),
    ...(rights ? relyOnRoles(rights) : []),
  ];
}

/** Returns the assertions of a session: itself, and the station's user where a person acts there. */
const relyOnSession = (
  id: number,
  { revNo, owner }: SessionState,
  { userId }: KeyState,
): readonly Assertion[] => [
  ["Session", id, revNo],
  ...(owner.id === userId ? [] : [["User", owner.id, owner.revNo] as const]),
];

/**
 * Refuses (`unauthorized`) a session that was ended, is too old, was not used for too long, or whose
 * station has a retired user.
 */
function requireValidSession(
  { endedAt, expiresAt, idleAt, owner }: SessionState,
  at: number,
): void {
  if (!owner.isActive) throw new Refusal("unauthorized", "The station's user is retired.");
  if (endedAt !== null) throw new Refusal("unauthorized", "The session has been ended.");
  if (expiresAt <= at) throw new Refusal("unauthorized", "The session has expired.");
  if (idleAt <= at) {
    throw new Refusal("unauthorized", "The session has ended: it was not used for too long.");
  }
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
