import type { worksOrderRoutes } from "@asbuilt/contract";
import {
  cancelWorksOrder,
  changeVersion,
  completeWorksOrder,
  countWorksOrders,
  deleteWorksOrder,
  listWorksOrders,
  orderCompleteness,
  searchWorksOrders,
  startWorksOrder,
  upsertWorksOrder,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondSearch } from "../response/respond.ts";
import {
  toOrderCompletenessRecord,
  toOrderOfVersionRecord,
  toStartedRecord,
  toWorksOrderRecord,
} from "../records/works-order.ts";

/** The handlers of works orders. */
export const worksOrderHandlers: Handlers<typeof worksOrderRoutes> = {
  list: (c) =>
    respondSearch(
      c,
      listWorksOrders(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toWorksOrderRecord,
    ),
  search: (c) => {
    const matching = searchWorksOrders(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondSearch(c, matching, toWorksOrderRecord);
  },
  count: async (c) => respond(c, await countWorksOrders(c.get("context"), c.req.valid("json"))),
  completeness: async (c) =>
    respond(
      c,
      toOrderCompletenessRecord(await orderCompleteness(c.get("context"), c.req.valid("json"))),
    ),
  upsert: async (c) =>
    respond(c, toWorksOrderRecord(await upsertWorksOrder(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toWorksOrderRecord(await deleteWorksOrder(c.get("context"), c.req.valid("json")))),
  start: async (c) =>
    respond(c, toStartedRecord(await startWorksOrder(c.get("context"), c.req.valid("json")))),
  changeVersion: async (c) =>
    respond(c, toOrderOfVersionRecord(await changeVersion(c.get("context"), c.req.valid("json")))),
  complete: async (c) =>
    respond(c, toWorksOrderRecord(await completeWorksOrder(c.get("context"), c.req.valid("json")))),
  cancel: async (c) =>
    respond(c, toWorksOrderRecord(await cancelWorksOrder(c.get("context"), c.req.valid("json")))),
};
