import type { bomRoutes } from "@asbuilt/contract";
import { deleteBom, listBoms, upsertBom } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answerList } from "../list-answer.ts";
import { toBomRecord } from "../records/bom.ts";

export const bomHandlers: Handlers<typeof bomRoutes> = {
  list: (c) =>
    answerList(c, listBoms(c.var.context, c.req.valid("json"), c.req.valid("query")), toBomRecord),
  upsert: async (c) =>
    c.json(toBomRecord(await upsertBom(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) =>
    c.json(toBomRecord(await deleteBom(c.var.context, c.req.valid("json"))), 200),
};
