import type { productRoutes } from "@asbuilt/contract";
import { copyProduct, deleteProduct, listProducts, upsertProduct } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { toProductRecord } from "../records/product.ts";

/** The handlers of products. */
export const productHandlers: Handlers<typeof productRoutes> = {
  list: (c) =>
    respondList(
      c,
      listProducts(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toProductRecord,
    ),
  upsert: async (c) =>
    respond(c, toProductRecord(await upsertProduct(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toProductRecord(await deleteProduct(c.get("context"), c.req.valid("json")))),
  copy: async (c) =>
    respond(c, toProductRecord(await copyProduct(c.get("context"), c.req.valid("json")))),
};
