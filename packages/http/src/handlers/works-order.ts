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
import { answer, answerList } from "../answer/answer.ts";
import { toStartedRecord, toWorksOrderRecord } from "../records/works-order.ts";

export const worksOrderHandlers: Handlers<typeof worksOrderRoutes> = {
  list: (c) =>
    answerList(
      c,
      listWorksOrders(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toWorksOrderRecord,
    ),
  upsert: async (c) =>
    answer(c, toWorksOrderRecord(await upsertWorksOrder(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toWorksOrderRecord(await deleteWorksOrder(c.get("context"), c.req.valid("json")))),
  start: async (c) =>
    answer(c, toStartedRecord(await startWorksOrder(c.get("context"), c.req.valid("json")))),
  complete: async (c) =>
    answer(c, toWorksOrderRecord(await completeWorksOrder(c.get("context"), c.req.valid("json")))),
  cancel: async (c) =>
    answer(c, toWorksOrderRecord(await cancelWorksOrder(c.get("context"), c.req.valid("json")))),
};
