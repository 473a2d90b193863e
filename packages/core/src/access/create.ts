import { inArray, or } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Attribution,
  create,
  insertPart,
  relyOn,
  removePart,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { user } from "../database/schema/index.ts";
import { dayMs } from "../values/day.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames, requireActive } from "../rules/named.ts";
import { requireRole, rolesNamed } from "../rules/roles.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import type { Key } from "./key.ts";

/** Times are in milliseconds since 1970. */
export interface CreateKeyInput {
  readonly name: string;
  /** SHA-256 of the key, in lower-case hexadecimal. */
  readonly hash: string;
  /** The user, by name (case is ignored) or else by id. */
  readonly user?: string | null | undefined;
  readonly userID?: number | null | undefined;
  /** The name of a built-in role, or of one of the plant (case is ignored). */
  readonly role: string;
  readonly expiresAt?: number | null | undefined;
  /** The number of days after which it expires if `expiresAt` is not given. */
  readonly lifetimeDays?: number | undefined;
  /** The bounds besides its role; see `KeyBounds`. */
  readonly addresses?: readonly string[] | null | undefined;
  readonly externalSystems?: readonly string[] | null | undefined;
  readonly operations?: readonly string[] | null | undefined;
}

const usersNamed = statement(() =>
  query
    .select({
      id: user.id,
      revNo: user.revNo,
      name: user.name,
      nameKey: user.nameKey,
      isActive: user.isActive,
    })
    .from(user)
    .where(or(inArray(user.nameKey, each("names")), inArray(user.id, each("ids")))),
);

const load = (inputs: readonly CreateKeyInput[]) => ({
  users: usersNamed({
    names: foldedNames(inputs.map((input) => input.user)),
    ids: JSON.stringify(inputs.flatMap(({ userID }) => userID ?? [])),
  }),
  roles: rolesNamed({ names: foldedNames(inputs.map(({ role }) => role)) }),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly key: Key;
}

/** Decides a creation. Refuses `validation_failed`, `not_found` and `inactive`. */
function decide({ users, roles }: Facts, input: CreateKeyInput, by: Attribution): Decision {
  const { name, hash, lifetimeDays } = input;
  const { addresses = null, externalSystems = null, operations = null } = input;
  const expiresAt =
    input.expiresAt ?? (lifetimeDays === undefined ? null : by.at + lifetimeDays * dayMs);
  if (expiresAt !== null && expiresAt <= by.at) {
    throw new Refusal("validation_failed", "expiresAt is not in the future.", {
      errors: [{ pointer: "/expiresAt", detail: "A time that is in the future." }],
    });
  }
  const owner = ownerOf(users, input);
  requireActive(owner, `The user ${owner.name}`, ownerAt(input));
  const { name: role, asserts } = requireRole(roles, input.role, "/role");
  return {
    asserts: [relyOn("User", owner), ...asserts],
    key: {
      id: 0,
      revNo: 1,
      name,
      hash,
      userId: owner.id,
      user: owner.name,
      role,
      createdAt: by.at,
      expiresAt,
      revokedAt: null,
      configuredAt: null,
      addresses,
      externalSystems,
      operations,
      lastUsedAt: null,
    },
  };
}

/** Returns the place of the owner in the body. */
const ownerAt = ({ user: name }: Pick<CreateKeyInput, "user">) =>
  name == null ? "/userID" : "/user";

function ownerOf(users: Facts["users"], { user: name, userID }: CreateKeyInput) {
  const found =
    name == null
      ? users.find(({ id }) => id === userID)
      : users.find(({ nameKey }) => nameKey === foldCase(name));
  if (found) return found;
  const which = name == null ? `has the id ${userID}` : `is named ${name}`;
  throw refusalAt("not_found", ownerAt({ user: name }), `No user ${which}.`);
}

function write({ key }: Decision) {
  const { userId, externalSystems } = key;
  // An administrator's word counts more than who was first.
  const unlogged = (externalSystems ?? []).flatMap((system) => [
    removePart("externalSystem", { system }),
    insertPart("externalSystem", { system, userId }),
  ]);
  return [create("ApiKey", storedFields("ApiKey", key), { action: "created", unlogged })];
}

const answer = ({ key }: Decision, [created]: readonly Logged[]): Key => ({
  ...key,
  id: created!.id,
});

/**
 * Creates a key for an active user, who then owns the external systems that it is bound to. Source:
 * design 5.
 */
export const createKey = verb({
  conflicts: {
    of: ["ApiKey/Create"],
    claims: { ApiKey: "created" },
    asserts: { User: "", Role: "if it is one of the plant" },
  },
  load,
  decide,
  write,
  answer,
});
