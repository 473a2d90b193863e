import type { productRoutes } from "@asbuilt/contract";
import { copyProduct, deleteProduct, listProducts, upsertProduct } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answerList } from "../list-answer.ts";
import { toProductRecord } from "../records/product.ts";

export const productHandlers: Handlers<typeof productRoutes> = {
  list: (c) =>
    answerList(
      c,
      listProducts(c.var.context, c.req.valid("json"), c.req.valid("query")),
      toProductRecord,
    ),
  upsert: async (c) =>
    c.json(toProductRecord(await upsertProduct(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) =>
    c.json(toProductRecord(await deleteProduct(c.var.context, c.req.valid("json"))), 200),
  copy: async (c) =>
    c.json(toProductRecord(await copyProduct(c.var.context, c.req.valid("json"))), 200),
};
