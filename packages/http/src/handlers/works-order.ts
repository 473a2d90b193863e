import type { worksOrderRoutes } from "@asbuilt/contract";
import {
  cancelWorksOrder,
  completeWorksOrder,
  deleteWorksOrder,
  listWorksOrders,
  startWorksOrder,
  upsertWorksOrder,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { toStartedRecord, toWorksOrderRecord } from "../records/works-order.ts";

/** The handlers of works orders. */
export const worksOrderHandlers: Handlers<typeof worksOrderRoutes> = {
  list: (c) =>
    respondList(
      c,
      listWorksOrders(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toWorksOrderRecord,
    ),
  upsert: async (c) =>
    respond(c, toWorksOrderRecord(await upsertWorksOrder(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toWorksOrderRecord(await deleteWorksOrder(c.get("context"), c.req.valid("json")))),
  start: async (c) =>
    respond(c, toStartedRecord(await startWorksOrder(c.get("context"), c.req.valid("json")))),
  complete: async (c) =>
    respond(c, toWorksOrderRecord(await completeWorksOrder(c.get("context"), c.req.valid("json")))),
  cancel: async (c) =>
    respond(c, toWorksOrderRecord(await cancelWorksOrder(c.get("context"), c.req.valid("json")))),
};
