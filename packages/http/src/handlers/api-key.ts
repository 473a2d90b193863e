import type { ApiKeyRecord, apiKeyRoutes } from "@asbuilt/contract";
import { createKey, type Key, listKeys, newKey, revokeKey } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import { time, timeOrNull } from "../records/wire.ts";

export const apiKeyHandlers = ({ sha256 }: AppSettings): Handlers<typeof apiKeyRoutes> => ({
  list: (c) =>
    answerList(c, listKeys(c.get("context"), c.req.valid("json"), c.req.valid("query")), toRecord),
  create: async (c) => {
    const key = newKey();
    const hash = await sha256(key, "hex");
    const made = await createKey(c.get("context"), { ...c.req.valid("json"), hash });
    // A repeated request is answered with the key that it made at first, which nobody knows.
    return answer(c, { ...toRecord(made), key: made.hash === hash ? key : null });
  },
  revoke: async (c) => answer(c, toRecord(await revokeKey(c.get("context"), c.req.valid("json")))),
});

const toRecord = (key: Key): ApiKeyRecord => ({
  id: key.id,
  name: key.name,
  user: key.user,
  userID: key.userId,
  role: key.role,
  createdAt: time(key.createdAt),
  expiresAt: timeOrNull(key.expiresAt),
  revokedAt: timeOrNull(key.revokedAt),
});
