import type { ApiKeyRecord, apiKeyRoutes } from "@asbuilt/contract";
import { createKey, type Key, listKeys, newKey, revokeKey } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { wireTime, wireTimeOrNull } from "../records/wire.ts";

/** Returns the handlers of API keys. */
export const apiKeyHandlers = ({
  sha256,
  keyDays: lifetimeDays,
}: AppSettings): Handlers<typeof apiKeyRoutes> => ({
  list: (c) =>
    respondList(
      c,
      listKeys(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toApiKeyRecord,
    ),
  create: async (c) => {
    const key = newKey();
    const hash = await sha256(key, "hex");
    const input = { ...c.req.valid("json"), hash, lifetimeDays };
    const made = await createKey(c.get("context"), input);
    // For a repetition, core returns the first request's record: its key is stored nowhere.
    if (made.hash !== hash) return respond(c, { ...toApiKeyRecord(made), key: null });
    c.get("report")?.("key_created", factsOf(made));
    return respond(c, { ...toApiKeyRecord(made), key });
  },
  revoke: async (c) => {
    const revoked = await revokeKey(c.get("context"), c.req.valid("json"));
    c.get("report")?.("key_revoked", factsOf(revoked));
    return respond(c, toApiKeyRecord(revoked));
  },
});

/** The facts of a key that an administrator changed, for the security log. */
const factsOf = ({ id, userId, role }: Key) => ({ ofKeyId: id, ofUserId: userId, role });

const toApiKeyRecord = (key: Key): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  user: key.user,
  userID: key.userId,
  role: key.role,
  createdAt: wireTime(key.createdAt),
  expiresAt: wireTimeOrNull(key.expiresAt),
  revokedAt: wireTimeOrNull(key.revokedAt),
  ...laterFields(key),
});

/** Returns the fields that keys did not have at first: a repeated request can be from then. */
const laterFields = (key: Partial<Key>) => {
  const { lastUsedAt, configuredAt, addresses, externalSystems, operations } = key;
  return {
    lastUsedAt: lastUsedAt === undefined ? undefined : wireTimeOrNull(lastUsedAt),
    configuredAt: configuredAt === undefined ? undefined : wireTimeOrNull(configuredAt),
    addresses: addresses && [...addresses],
    externalSystems: externalSystems && [...externalSystems],
    operations: operations && [...operations],
  };
};
