import type { pinRoutes, UserPinRecord } from "@asbuilt/contract";
import { clearPin, type PinState, resetPin, setPin } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { wireTimeOrNull } from "../records/wire.ts";
import { respond } from "../response/respond.ts";

/** The handlers of PINs. */
export const pinHandlers: Handlers<typeof pinRoutes> = {
  set: async (c) => respond(c, toUserPin(await setPin(c.get("context"), c.req.valid("json")))),
  reset: async (c) => respond(c, toUserPin(await resetPin(c.get("context"), c.req.valid("json")))),
  clear: async (c) => respond(c, toUserPin(await clearPin(c.get("context"), c.req.valid("json")))),
};

const toUserPin = ({ userId, user, setAt, isTemporary }: PinState): UserPinRecord => ({
  userID: userId,
  user,
  pinSetAt: wireTimeOrNull(setAt),
  isTemporary,
});
