import type { summaryRoutes } from "@asbuilt/contract";
import { getSummary } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toSummaryRecord } from "../records/summary.ts";
import { respond } from "../response/respond.ts";

/** The handlers of summaries. */
export const summaryHandlers: Handlers<typeof summaryRoutes> = {
  get: async (c) =>
    respond(c, toSummaryRecord(await getSummary(c.get("context"), c.req.valid("json")))),
};
