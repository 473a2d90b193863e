import type { productRoutes } from "@asbuilt/contract";
import {
  copyProduct,
  countProducts,
  deleteProduct,
  listProducts,
  searchProducts,
  upsertProduct,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondSearch } from "../response/respond.ts";
import { toProductRecord } from "../records/product.ts";

/** The handlers of products. */
export const productHandlers: Handlers<typeof productRoutes> = {
  list: (c) =>
    respondSearch(
      c,
      listProducts(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toProductRecord,
    ),
  search: (c) => {
    const matching = searchProducts(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondSearch(c, matching, toProductRecord);
  },
  count: async (c) => respond(c, await countProducts(c.get("context"), c.req.valid("json"))),
  upsert: async (c) =>
    respond(c, toProductRecord(await upsertProduct(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toProductRecord(await deleteProduct(c.get("context"), c.req.valid("json")))),
  copy: async (c) =>
    respond(c, toProductRecord(await copyProduct(c.get("context"), c.req.valid("json")))),
};
