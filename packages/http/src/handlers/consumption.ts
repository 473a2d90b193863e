import type { consumptionRoutes } from "@asbuilt/contract";
import { build, buildMany, removeBuilt, removeMany } from "@asbuilt/core";
import { respond } from "../response/respond.ts";
import type { Handlers } from "../environment.ts";
import { toResults } from "../records/batch.ts";
import { toBuildRecord, toConsumptionRecord } from "../records/consumption.ts";

/** The handlers of Build and Remove. */
export const consumptionHandlers: Handlers<typeof consumptionRoutes> = {
  build: async (c) => respond(c, toBuildRecord(await build(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toConsumptionRecord(await removeBuilt(c.get("context"), c.req.valid("json")))),
  buildMany: async (c) => {
    const outcomes = await buildMany(c.get("context"), c.req.valid("json"));
    return respond(c, toResults(outcomes, toBuildRecord));
  },
  removeMany: async (c) => {
    const outcomes = await removeMany(c.get("context"), c.req.valid("json"));
    return respond(c, toResults(outcomes, toConsumptionRecord));
  },
};
