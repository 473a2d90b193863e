import type { batchHoldRoutes } from "@asbuilt/contract";
import { deleteBatchHold, listBatchHolds, upsertBatchHold } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toBatchHoldRecord } from "../records/batch-hold.ts";
import { respond, respondList } from "../response/respond.ts";

/** The handlers of the holds of batches. */
export const batchHoldHandlers: Handlers<typeof batchHoldRoutes> = {
  list: (c) =>
    respondList(
      c,
      listBatchHolds(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toBatchHoldRecord,
    ),
  upsert: async (c) =>
    respond(c, toBatchHoldRecord(await upsertBatchHold(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toBatchHoldRecord(await deleteBatchHold(c.get("context"), c.req.valid("json")))),
};
