import type { recordRoutes } from "@asbuilt/contract";
import { findRecords } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond } from "../response/respond.ts";

/** The handlers of records of all kinds. */
export const recordHandlers: Handlers<typeof recordRoutes> = {
  find: async (c) => respond(c, await findRecords(c.get("context"), c.req.valid("json").text)),
};
