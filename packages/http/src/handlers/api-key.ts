import type { ApiKeyRecord, apiKeyRoutes } from "@asbuilt/contract";
import { createKey, type Key, listKeys, newKey, revokeKey } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { wireTime, wireTimeOrNull } from "../records/wire.ts";

/** Returns the handlers of API keys. */
export const apiKeyHandlers = ({ sha256 }: AppSettings): Handlers<typeof apiKeyRoutes> => ({
  list: (c) =>
    respondList(
      c,
      listKeys(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toApiKeyRecord,
    ),
  create: async (c) => {
    const key = newKey();
    const hash = await sha256(key, "hex");
    const made = await createKey(c.get("context"), { ...c.req.valid("json"), hash });
    // For a repetition, core returns the first request's record: its key is stored nowhere.
    return respond(c, { ...toApiKeyRecord(made), key: made.hash === hash ? key : null });
  },
  revoke: async (c) =>
    respond(c, toApiKeyRecord(await revokeKey(c.get("context"), c.req.valid("json")))),
});

const toApiKeyRecord = (key: Key): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  user: key.user,
  userID: key.userId,
  role: key.role,
  createdAt: wireTime(key.createdAt),
  expiresAt: wireTimeOrNull(key.expiresAt),
  revokedAt: wireTimeOrNull(key.revokedAt),
});
