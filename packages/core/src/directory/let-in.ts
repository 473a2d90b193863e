import { and, eq, getTableColumns } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { given, query } from "../database/query.ts";
import { user } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Attribution,
  type Context,
  create,
  execute,
  insertPart,
  isBuiltIn,
  own,
  type Pending,
  relyOn,
  type RowsOf,
  service,
  storedFields,
  update,
} from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { foldedNames, type Named, recordsNamed } from "../rules/named.ts";
import { rolesNamed } from "../rules/roles.ts";
import { idleMinutesDefault, newestTime, sessionHoursDefault } from "../session/limits.ts";
import type { Session } from "../session/session.ts";
import { foldCase } from "../values/fold-case.ts";
import { longUuid } from "../values/short-uuid.ts";

const hourMs = 3_600_000;

/** How long a session lasts whose directory can't be asked again: a role that is gone lasts no longer. */
const unaskedMs = 15 * 60_000;

/** Who a person or machine is in the company's directory. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** A session to make for a person whom the directory lets in. */
export interface DirectorySessionInput {
  /** SHA-256 of the cookie's token, in lower-case hexadecimal. */
  readonly hash: string;
  readonly idleMinutes?: number | undefined;
  readonly hours?: number | undefined;
  /** The refresh token, encrypted; undefined if the directory can't be asked again. */
  readonly token?: string | undefined;
  /** When the directory is to be asked again. */
  readonly askAt: number;
  /** The directory's own name of its session. */
  readonly sid?: string | undefined;
}

/** The word of the directory about a person or machine. Times are in milliseconds. */
export interface DirectoryWord extends Identity {
  readonly name: string;
  /** The names of its roles, built in or of the plant. Those that the plant does not have are left out. */
  readonly roles: readonly string[];
  /** When the directory said it. */
  readonly saidAt: number;
  readonly session?: DirectorySessionInput | undefined;
}

/** The user of an identity, and the session that was made; none is made for who has no role. */
export interface LetIn {
  /** Undefined if nobody was let in. */
  readonly userId: number | undefined;
  readonly session: Session | undefined;
}

const userOf = statement(() =>
  query
    .select(getTableColumns(user))
    .from(user)
    .where(and(eq(user.issuer, given("issuer")), eq(user.subject, given("subject")))),
);

const usersNamed = recordsNamed(user);

/** The names that a new user can get, first to last: nobody else's is taken. */
const namesFor = ({ name, subject }: DirectoryWord): readonly string[] => [
  name,
  `${name} (${subject})`,
];

const load = ([word]: readonly DirectoryWord[]) => ({
  users: userOf({ issuer: word!.issuer, subject: word!.subject }),
  newest: word!.session && newestTime(),
  others: usersNamed({ names: foldedNames(namesFor(word!)) }),
  roles: rolesNamed({ names: foldedNames(word!.roles) }),
});
type Facts = RowsOf<ReturnType<typeof load>>;
type StoredUser = Facts["users"][number];

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: StoredUser | null;
  /** The user as it is to be; null if nobody is let in. */
  readonly next: StoredUser | null;
  readonly session: Session | null;
  readonly asking: Pick<DirectorySessionInput, "token" | "askAt" | "sid"> | undefined;
}

/** Returns the roles that exist, as they are written, and what the decision relies on then. */
function knownRoles(ofPlant: readonly Named[], names: readonly string[]) {
  const roles = new Set<string>();
  const asserts: Assertion[] = [];
  for (const name of names) {
    const key = foldCase(name);
    const found = ofPlant.find((role) => foldCase(role.name) === key && role.isActive);
    if (isBuiltIn(key)) roles.add(key);
    if (!found) continue;
    roles.add(found.name);
    asserts.push(relyOn("Role", found));
  }
  return { roles: [...roles].toSorted(), asserts };
}

/** Decides who is let in. Refuses (`unauthorized`) a session of a user whom the plant has retired. */
function decide(facts: Facts, word: DirectoryWord, by: Attribution) {
  const { users, others, roles: ofPlant, newest } = facts;
  const [stored = null] = users;
  const { roles, asserts } = knownRoles(ofPlant, word.roles);
  const next = stored ? withRoles(stored, roles, word.saidAt) : newUser(word, others, roles, by);
  const isLetIn = word.session !== undefined && next !== null && roles.length > 0;
  if (isLetIn && !next.isActive) {
    throw new Refusal("unauthorized", `The user ${next.name} is retired here.`);
  }
  const decision: Decision = {
    // A user that this changes is claimed anyway.
    asserts: [
      ...asserts,
      ...(stored && stored === next && isLetIn ? [relyOn("User", stored)] : []),
    ],
    stored,
    next,
    // Its end is compared with the log, too: that can be ahead of a clock that was set back.
    session: isLetIn ? newSession(word.session, next, Math.max(by.at, newest[0]?.at ?? 0)) : null,
    asking: word.session,
  };
  return decision;
}

/** Returns a user with the roles of the directory, unless it said others since. */
function withRoles(stored: StoredUser, roles: readonly string[], saidAt: number): StoredUser {
  const isSame = JSON.stringify(stored.roles) === JSON.stringify(roles);
  if (isSame || saidAt < (stored.rolesAt ?? 0)) return stored;
  return { ...stored, roles, rolesAt: saidAt };
}

/** Returns the user of a new identity; null if it has no role. */
function newUser(
  word: DirectoryWord,
  others: readonly Named[],
  roles: readonly string[],
  { operationId }: Attribution,
): StoredUser | null {
  if (roles.length === 0) return null;
  const taken = new Set(others.map((other) => foldCase(other.name)));
  const free = namesFor(word).find((one) => !taken.has(foldCase(one)));
  const name = free ?? `${word.name} (${longUuid(operationId)})`;
  const { issuer, subject, saidAt: rolesAt } = word;
  return {
    id: 0,
    revNo: 1,
    suid: null,
    suidKey: null,
    name,
    nameKey: foldCase(name),
    description: null,
    isActive: true,
    roles,
    issuer,
    subject,
    rolesAt,
    badge: null,
    badgeKey: null,
    pinSetAt: null,
  };
}

function newSession(
  { hash, idleMinutes, hours, token }: DirectorySessionInput,
  { id: userId, name }: StoredUser,
  at: number,
): Session {
  const end = at + (hours ?? sessionHoursDefault) * hourMs;
  return {
    id: 0,
    revNo: 1,
    hash,
    keyId: null,
    personId: userId,
    stationSessionId: null,
    createdAt: at,
    expiresAt: token === undefined ? Math.min(end, at + unaskedMs) : end,
    idleMinutes: idleMinutes ?? idleMinutesDefault,
    endedAt: null,
    keyName: null,
    userId,
    user: name,
    lastUsedAt: null,
  };
}

function write({ stored, next, session, asking }: Decision) {
  if (!next) return [];
  const comment = `By the directory ${next.issuer}.`;
  const { roles, rolesAt } = next;
  const ofUser = stored
    ? update("User", stored, { roles, rolesAt }, { action: "updated", comment })
    : create("User", storedFields("User", next), { action: "created", comment });
  const changed = stored === next ? [] : [ofUser];
  if (!session || !asking) return changed;
  const personId: number | Pending = stored ? stored.id : ofUser.id;
  const { token = null, askAt, sid = null } = asking;
  const row = { sessionId: own.id, token, askAt, asker: "", sid };
  const unlogged = [insertPart("directorySession", row)];
  const fields = { ...storedFields("Session", session), personId };
  return [...changed, create("Session", fields, { action: "created", unlogged })];
}

function answer({ stored, next, session }: Decision, logged: readonly Logged[]): LetIn {
  const userId = stored ? stored.id : next ? logged[0]!.id : undefined;
  if (!session || userId === undefined) return { userId, session: undefined };
  const id = logged.at(-1)!.id;
  return { userId, session: { ...session, id, personId: userId, stationSessionId: null, userId } };
}

const command = { load, decide, write, answer };

/**
 * Lets a person or machine in on the word of the directory: creates its user at the first time, and
 * gives it the roles that it has now. Makes its session, if one is asked for and it has a role. The
 * service itself does this, as the directory is no user.
 */
export const letIn = (
  context: Pick<Context, "executor" | "requestId" | "now" | "traceparent">,
  word: DirectoryWord,
): Promise<LetIn> => execute({ ...context, principal: service }, command, word);
