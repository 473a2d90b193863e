import * as z from "zod";
import { id, needingOne, orderNo } from "./fields.ts";
import { materialItemLifeRoutes } from "./material-item-life.ts";
import { materialItemLotRoutes } from "./material-item-lot.ts";
import { materialItemManyRoutes } from "./material-item-many.ts";
import { MaterialItemFilter, materialItemSearchRoutes } from "./material-item-search.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { materialItemStockRoutes } from "./material-item-stock.ts";
import {
  MaterialItemUpdate,
  materialItemUpdateExample,
  updatedItemExample,
} from "./material-item-update.ts";
import {
  okResponse,
  body,
  pageOfSearch,
  pageQuery,
  pathId,
  problemsOfGet,
  problemsOfRead,
  problemsOfWrite,
} from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { schema } from "./schema.ts";

const MaterialItemKey = schema(
  "MaterialItemKey",
  "The id of an item, or the number of a works order whose items to get.",
  () =>
    needingOne(
      z.strictObject({
        ID: id().optional(),
        orderNo: orderNo().optional(),
      }),
      "ID",
      "orderNo",
    ),
);

const tags = ["Material items"];
// The array is empty. Generators need a type of entries that is no object, or they mix up the two.
const MaterialItemOrNone = schema(
  "MaterialItemOrNone",
  "The item, or an empty array if no item has the id.",
  () => z.union([MaterialItem(), z.array(z.string()).max(0)]),
);
export const materialItemRoutes = {
  getByFilter: route({
    operationId: "materialItemGetByFilter",
    method: "post",
    path: "/api/MaterialItem/GetByFilter",
    roles: rolesFor.reading,
    tags,
    summary: "Get a material item, or all items of a works order",
    request: () => ({ query: pageQuery(), body: body(MaterialItemKey(), { orderNo: "WO-1001" }) }),
    responses: () => ({
      200: okResponse(z.array(MaterialItem()), "The matching items, by id.", [materialItemExample]),
      ...problemsOfRead(),
    }),
  }),
  list: route({
    operationId: "materialItemList",
    method: "post",
    path: "/api/MaterialItem/List",
    roles: rolesFor.reading,
    tags,
    summary: "List the matching material items",
    request: () => ({
      query: pageOfSearch(),
      body: body(MaterialItemFilter(), { productName: "Pump", location: "MAIN" }),
    }),
    responses: () => ({
      200: okResponse(z.array(MaterialItem()), "The matching items, in the order.", [
        materialItemExample,
      ]),
      ...problemsOfRead(),
    }),
  }),
  ...materialItemSearchRoutes,
  get: route({
    operationId: "materialItemGet",
    method: "get",
    path: "/api/MaterialItem/Get/{id}",
    roles: rolesFor.reading,
    tags,
    summary: "Get a material item",
    request: () => ({ params: pathId() }),
    responses: () => ({
      200: okResponse(
        MaterialItemOrNone(),
        "The item, or an empty array if there is none.",
        materialItemExample,
      ),
      ...problemsOfGet("validation_failed"),
    }),
  }),
  update: writeRoute({
    operationId: "materialItemUpdate",
    method: "put",
    path: "/api/MaterialItem/Update/{id}",
    roles: rolesFor.engineering,
    importStage: null,
    tags,
    summary: "Update a material item with all of its fields",
    request: () => ({
      params: pathId(),
      body: body(MaterialItemUpdate(), materialItemUpdateExample),
    }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The updated item.", updatedItemExample),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "item_status",
        "details_contradict",
        "inactive",
        "duplicate",
        "fixed",
        "decimal_places",
        "tracking",
        "already_built",
        "signature_required",
      ),
    }),
  }),
  ...materialItemStockRoutes,
  ...materialItemLifeRoutes,
  ...materialItemLotRoutes,
  ...materialItemManyRoutes,
};
