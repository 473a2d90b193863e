import type { productRoutes } from "@asbuilt/contract";
import { copyProduct, deleteProduct, listProducts, upsertProduct } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import { toProductRecord } from "../records/product.ts";

export const productHandlers: Handlers<typeof productRoutes> = {
  list: (c) =>
    answerList(
      c,
      listProducts(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toProductRecord,
    ),
  upsert: async (c) =>
    answer(c, toProductRecord(await upsertProduct(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toProductRecord(await deleteProduct(c.get("context"), c.req.valid("json")))),
  copy: async (c) =>
    answer(c, toProductRecord(await copyProduct(c.get("context"), c.req.valid("json")))),
};
