import { operations, type sessionRoutes, sessionOperation, version } from "@asbuilt/contract";
import { type Key, ownKey, type Principal } from "@asbuilt/core";
import { mayUse } from "../admission/authenticate.ts";
import type { AppSettings, Handlers } from "../environment.ts";
import { wireTimeOrNull } from "../records/wire.ts";
import { respond } from "../response/respond.ts";

/** Returns the handlers of sessions. */
export const sessionHandlers = ({
  timeZone = "UTC",
}: AppSettings): Handlers<typeof sessionRoutes> => ({
  get: async (c) => {
    const context = c.get("context");
    const key = await ownKey(context);
    return respond(c, {
      user: key.user,
      userID: key.userId,
      role: key.role,
      keyID: key.id,
      keyName: key.name,
      expiresAt: wireTimeOrNull(key.expiresAt),
      operations: operationsOf(context.principal, key),
      externalSystems: key.externalSystems && [...key.externalSystems],
      timeZone,
      version,
    });
  },
});

/** Returns the ids of the operations that a key can be used for. */
const operationsOf = (principal: Principal, { operations: bound }: Key): string[] =>
  operations
    .filter((operation) => mayUse(principal, operation))
    .map(({ operationId }) => operationId)
    .filter((id) => bound === null || bound.includes(id) || id === sessionOperation);
