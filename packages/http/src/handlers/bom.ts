import type { bomRoutes } from "@asbuilt/contract";
import { deleteBom, listBoms, upsertBom } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import { toBomRecord } from "../records/bom.ts";

export const bomHandlers: Handlers<typeof bomRoutes> = {
  list: (c) =>
    answerList(
      c,
      listBoms(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toBomRecord,
    ),
  upsert: async (c) =>
    answer(c, toBomRecord(await upsertBom(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toBomRecord(await deleteBom(c.get("context"), c.req.valid("json")))),
};
