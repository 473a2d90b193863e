import { eq, inArray } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { apiKey, user, userPin } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { insertPart, removePart, type Revision, update } from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";

/** Whose PIN it is, and since when. Times are in milliseconds. */
export interface PinState {
  readonly userId: number;
  readonly user: string;
  /** Null if the user has none. */
  readonly setAt: number | null;
  /** Whether an administrator chose it, so that it is only good for setting another one. */
  readonly isTemporary: boolean;
}

/** Reads the users with these ids (a JSON array), and whether their PINs are temporary. */
export const usersById = statement(() =>
  query
    .select({
      id: user.id,
      revNo: user.revNo,
      name: user.name,
      isActive: user.isActive,
      roles: user.roles,
      suid: user.suid,
      badge: user.badge,
      pinSetAt: user.pinSetAt,
      isTemporary: userPin.isTemporary,
    })
    .from(user)
    .leftJoin(userPin, eq(userPin.userId, user.id))
    .where(inArray(user.id, each("ids"))),
);

export type PinOwner = ReturnType<ReturnType<typeof usersById>["row"]>;

/** Reads the keys with these ids (a JSON array), as far as they say who holds them. */
export const keysOfCallers = statement(() =>
  query
    .select({
      id: apiKey.id,
      userId: apiKey.userId,
      role: apiKey.role,
      addresses: apiKey.addresses,
      externalSystems: apiKey.externalSystems,
      operations: apiKey.operations,
    })
    .from(apiKey)
    .where(inArray(apiKey.id, each("ids"))),
);

export type KeyOfCaller = ReturnType<ReturnType<typeof keysOfCallers>["row"]>;

/** Returns the user with an id. Refuses `not_found`. */
export function requireUser(
  users: readonly PinOwner[],
  id: number,
  pointer: string | undefined,
): PinOwner {
  const found = users.find((one) => one.id === id);
  if (!found) throw refusalAt("not_found", pointer, `No user has the id ${id}.`);
  return found;
}

/** Refuses (`validation_failed`) a PIN that stands in the badge or the SUID of its user. */
export function requireOwnDigits(pin: string, { badge, suid }: PinOwner): void {
  if (![badge, suid].some((text) => text?.includes(pin))) return;
  throw refusalAt("validation_failed", "/pin", "A PIN that is not in the user's badge or SUID.");
}

interface NewPin {
  readonly owner: Revision & Pick<PinOwner, "pinSetAt">;
  readonly hash: string;
  readonly setAt: number;
}

/** Returns the change that gives a user a PIN: by the person, or by an administrator. */
export const pinChange = ({ owner, hash, setAt }: NewPin, action: "pinSet" | "pinReset") =>
  update(
    "User",
    owner,
    { pinSetAt: setAt },
    {
      action,
      unlogged: [
        removePart("userPin", { userId: owner.id }),
        insertPart("userPin", { userId: owner.id, hash, isTemporary: action === "pinReset" }),
      ],
    },
  );
