import type { statusRoutes } from "@asbuilt/contract";
import { getStatus } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { toStatusRecord } from "../records/status.ts";
import { respond } from "../response/respond.ts";

/** The handlers of the service's status. */
export const statusHandlers = ({
  room,
}: Pick<AppSettings, "room">): Handlers<typeof statusRoutes> => ({
  get: async (c) => respond(c, toStatusRecord(await getStatus(c.get("context"), room))),
});
