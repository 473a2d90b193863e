import { Refusal } from "../refusal.ts";
import type { Assertion } from "./reliance.ts";

/** The roles that every plant has. The contract says which operations each has. */
export const builtInRoles = [
  "viewer",
  "operator",
  "stores",
  "quality",
  "engineer",
  "admin",
] as const;

/** A role as it is looked up: a built-in one by its name, one of the plant by its operations. */
type Grant = string | readonly string[];

/** The rights of a caller, where more than one built-in role decides them. */
export interface Rights {
  /** Undefined where the person's own roles alone count: without a key, or at the station of one. */
  readonly ofKey: Grant | undefined;
  /** Of the roles of its user, each; undefined where they do not bound the key. */
  readonly ofUser: readonly Grant[] | undefined;
  /** The revisions that this follows from, as the check of the key reads them again. */
  readonly stamp: string;
}

/** An operation, and the built-in roles that have it. */
export interface Need {
  readonly operation: string;
  readonly roles: readonly string[];
}

/** A caller with its roles. */
interface Holder {
  /** The name of a built-in role, or of one of the plant. */
  readonly role: string;
  readonly rights?: Rights | undefined;
}

/** Returns whether the role of a key, and its user's roles, include what an operation needs. */
export function isGranted({ role, rights }: Holder, { operation, roles }: Need): boolean {
  const includes = (grant: Grant) =>
    typeof grant === "string" ? roles.includes(grant) : grant.includes(operation);
  if (!rights) return includes(role);
  const { ofKey, ofUser } = rights;
  return (ofKey === undefined || includes(ofKey)) && (ofUser?.some(includes) ?? true);
}

const builtIn = new Set<string>(builtInRoles);

/** Returns whether every plant has a role of this name. */
export const isBuiltIn = (role: string): boolean => builtIn.has(role);

// Most keys have a built-in role, and users without roles. Nothing else is read for these.
const ofRoles = (columns: string) => `case
  when user.roles is null and api_key.role in (${builtInRoles.map((name) => `'${name}'`).join()})
  then null else json_array(json(user.roles), (
    select json_group_array(json_array(${columns})) from role
      where name = api_key.role or name in (select value from json_each(user.roles)))) end`;

/**
 * SQL of the revisions that the rights of a key follow from; null for those of a built-in role. The
 * row has no key if a person came without one.
 */
export const stampSql = ofRoles("id, rev_no");
/** SQL of the facts that `rightsOf` reads. */
export const rightsSql = ofRoles("name, is_active, json(operations)");

/** Returns a stamp as it is compared: the database has the roles in no order. */
export function stampOf(text: string | null): string | null {
  if (text === null) return null;
  // The text was made by `stampSql`.
  const [userRoles, ofPlant] = JSON.parse(text) as Roles<[number, number]>;
  return JSON.stringify([userRoles, ofPlant.toSorted(([one], [other]) => one - other)]);
}

type Roles<Row> = readonly [userRoles: readonly string[] | null, ofPlant: readonly Row[]];

/**
/**
 * Returns the rights of a caller from the role of its key and the two columns; undefined for a built-in
 * role. Without a key, the role is null: then a user without roles has no rights. A person who acts at
 * a station has the own roles, or without any the role of its key.
 */
export function rightsOf(
  role: string | null,
  { stamp, facts }: { readonly stamp: string | null; readonly facts: string | null },
  isActing = false,
): Rights | undefined {
  const compared = stampOf(stamp);
  if (compared === null || facts === null) return undefined;
  // The text was made by `rightsSql`.
  const [userRoles, ofPlant] = JSON.parse(facts) as Roles<[string, 0 | 1, readonly string[]]>;
  const active = ofPlant.filter(([, isActive]) => isActive === 1);
  const own = new Map(active.map(([name, , operations]) => [name, operations]));
  // A role that is retired or gone gives nothing.
  const grantOf = (name: string): Grant => (isBuiltIn(name) ? name : (own.get(name) ?? []));
  const ofUser = (role === null ? (userRoles ?? []) : userRoles)?.map(grantOf);
  const ofKey = role === null || (isActing && userRoles) ? undefined : grantOf(role);
  return { ofKey, ofUser, stamp: compared };
}

/** Returns the assertions that the plant's roles are as they were read. */
export function relyOnRoles({ stamp }: Rights): Assertion[] {
  // The text was made by `stampOf`.
  const [, ofPlant] = JSON.parse(stamp) as Roles<[number, number]>;
  return ofPlant.map(([id, revNo]) => ["Role", id, revNo]);
}

/** The roles of a caller are others than those it was admitted with: it is to be admitted again. */
export class RightsChanged extends Refusal {
  constructor() {
    super("unavailable", "The roles of the key have just changed. Repeat the request.");
  }
}
