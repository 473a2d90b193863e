import * as z from "zod";
import { filledBytes, id, nameBytes, notCaseSensitive } from "./fields.ts";
import { Product, productExample, trackings, trackingText } from "./product-record.ts";
import { body, okResponse, pageOfSearch, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";
import { counted, likeText, searchText } from "./search.ts";

const Order = schema(
  "ProductOrder",
  "The order of a list of products. `productName` goes by name, without regard to case, and " +
    "`productNameDescending` the other way round; `newest` and `oldest` go by id. `lastChanged` has " +
    "the latest change first.",
  () => z.enum(["productName", "newest", "oldest", "lastChanged", "productNameDescending"]),
);

/** The filters of List, Search and Count. */
const criteria = () => ({
  ID: id().optional(),
  text: searchText("the name or the SUID"),
  Name: nameBytes(250).optional(),
  NameLike: likeText("the name"),
  SUID: nameBytes(250).optional(),
  ProductType: filledBytes(250).optional().meta(notCaseSensitive),
  Tracking: z.enum(trackings).optional().meta(trackingText),
  IsActive: z.boolean().optional(),
});

export const ProductFilter = schema(
  "ProductFilter",
  "Selects products. All fields that are sent must match.",
  () =>
    z.strictObject({
      ...criteria(),
      order: Order()
        .optional()
        .meta({ description: "The order of the products. By default `oldest`." }),
    }),
);

const ProductSearch = schema(
  "ProductSearch",
  "Selects products. All fields that are sent must match.",
  () =>
    z.strictObject({
      ...criteria(),
      order: Order()
        .optional()
        .meta({ description: "The order of the products. By default `productName`." }),
    }),
);

const ProductCount = schema(
  "ProductCount",
  "Selects the products to count. All fields that are sent must match.",
  () => z.strictObject(criteria()),
);

const tags = ["Products"];

/** Search and count of products. */
export const productSearchRoutes = {
  search: route({
    operationId: "productSearch",
    method: "post",
    path: "/api/Product/Search",
    roles: rolesFor.reading,
    tags,
    summary: "List the products that match, in a chosen order",
    request: () => ({
      query: pageOfSearch(),
      body: body(ProductSearch(), { text: "pum", IsActive: true }),
    }),
    responses: () => ({
      200: okResponse(z.array(Product()), "The matching products, in the order.", [productExample]),
      ...problemsOfRead(),
    }),
  }),
  count: route({
    operationId: "productCount",
    method: "post",
    path: "/api/Product/Count",
    roles: rolesFor.reading,
    tags,
    summary: "Count the products that match, up to 1,000",
    request: () => ({ body: body(ProductCount(), { IsActive: true }) }),
    responses: () => ({ 200: counted(), ...problemsOfRead() }),
  }),
};
