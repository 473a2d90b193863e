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
import { answerList } from "../list-answer.ts";
import { toStartedRecord, toWorksOrderRecord } from "../records/works-order.ts";

export const worksOrderHandlers: Handlers<typeof worksOrderRoutes> = {
  list: (c) =>
    answerList(
      c,
      listWorksOrders(c.var.context, c.req.valid("json"), c.req.valid("query")),
      toWorksOrderRecord,
    ),
  upsert: async (c) =>
    c.json(toWorksOrderRecord(await upsertWorksOrder(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) =>
    c.json(toWorksOrderRecord(await deleteWorksOrder(c.var.context, c.req.valid("json"))), 200),
  start: async (c) =>
    c.json(toStartedRecord(await startWorksOrder(c.var.context, c.req.valid("json"))), 200),
  complete: async (c) =>
    c.json(toWorksOrderRecord(await completeWorksOrder(c.var.context, c.req.valid("json"))), 200),
  cancel: async (c) =>
    c.json(toWorksOrderRecord(await cancelWorksOrder(c.var.context, c.req.valid("json"))), 200),
};
