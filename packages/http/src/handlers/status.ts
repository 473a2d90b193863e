import type { statusRoutes } from "@asbuilt/contract";
import { getStatus } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toStatusRecord } from "../records/status.ts";
import { respond } from "../response/respond.ts";

/** The handlers of the service's status. */
export const statusHandlers: Handlers<typeof statusRoutes> = {
  get: async (c) => respond(c, toStatusRecord(await getStatus(c.get("context")))),
};
