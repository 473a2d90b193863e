import * as z from "zod";
import {
  exclusiveEnd,
  filledBytes,
  id,
  instant,
  nameBytes,
  nameChars,
  notCaseSensitive,
  orderNo,
  record,
} from "./fields.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { body, okResponse, pageOfSearch, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { type Infer, schema } from "./schema.ts";
import { countFields, likeText, searchText } from "./search.ts";

const Order = schema(
  "MaterialItemOrder",
  "The order of a list of material items. `newest` and `oldest` go by id. `lastChanged` has the " +
    "latest change first, `visualSerialNo` the first serial, `batchNo` the first batch, and `expiry` " +
    "the first that expires. Those that end in `Descending` are the other way round. Items that never " +
    "expire or have no batch are not in the orders of these. Equal values go by id.",
  () =>
    z.enum([
      "newest",
      "oldest",
      "lastChanged",
      "visualSerialNo",
      "expiry",
      "visualSerialNoDescending",
      "expiryDescending",
      "batchNo",
      "batchNoDescending",
    ]),
);

const orderOf = (byDefault: string) =>
  Order()
    .optional()
    .meta({
      description:
        "The order of the items. By default `visualSerialNo` with a `text`, or with a " +
        "`visualSerialNoLike` that does not begin with `%`; else `batchNo` with such a " +
        "`batchNoLike`; else `expiry` with an expiry, `lastChanged` with `changedSince`, and " +
        `otherwise \`${byDefault}\`.`,
    });

/** The filters of List, Search and Count. */
const criteria = () => ({
  id: id().optional(),
  text: searchText("the serial"),
  visualSerialNo: nameBytes(400).optional(),
  visualSerialNoLike: likeText("the serial"),
  productName: filledBytes(250).optional(),
  productType: filledBytes(250)
    .optional()
    .meta({ description: "The name of the type of the item's product.", ...notCaseSensitive }),
  orderNo: orderNo().optional(),
  orderNoLike: likeText("the number of the works order", false),
  batchNo: nameChars(50).optional(),
  batchNoLike: likeText("the batch"),
  deliveryNo: nameBytes(250).optional(),
  origin: filledBytes(250).optional(),
  destination: filledBytes(250).optional(),
  status: filledBytes(250)
    .optional()
    .meta({ description: "The name of the material status.", ...notCaseSensitive }),
  statusID: id().optional(),
  location: filledBytes(200)
    .optional()
    .meta({ description: "The SUID of the location.", ...notCaseSensitive }),
  isHeld: z.boolean().optional(),
  holdReason: filledBytes(250)
    .optional()
    .meta({ description: "The name of the hold reason.", ...notCaseSensitive }),
  isInStock: z.boolean().optional().meta({
    description: "Whether it has a quantity, and was not dispatched.",
  }),
  expiresFrom: instant()
    .optional()
    .meta({ description: "Items that expire at this time or later." }),
  expiresBefore: exclusiveEnd()
    .optional()
    .meta({ description: "Items that expire before this time." }),
  changedSince: instant()
    .optional()
    .meta({ description: "Items whose last change was recorded at this time or later." }),
});

/** The body of List. Its name of a product can be empty, as it could before it had an order. */
export const MaterialItemFilter = schema(
  "MaterialItemFilter",
  "Selects material items. All fields that are sent must match.",
  () =>
    z.strictObject({
      ...criteria(),
      productName: nameBytes(250).optional(),
      order: orderOf("oldest"),
    }),
);

const MaterialItemSearch = schema(
  "MaterialItemSearch",
  "Selects material items. All fields that are sent must match.",
  () => z.strictObject({ ...criteria(), order: orderOf("newest") }),
);

const MaterialItemGrouping = schema(
  "MaterialItemGrouping",
  "The field that groups counted material items: the product, the status, the location, or the " +
    "works order.",
  () => z.enum(["product", "status", "location", "order"]),
);

const MaterialItemCount = schema(
  "MaterialItemCount",
  "Selects the material items to count. All fields that are sent must match.",
  () =>
    z.strictObject({
      ...criteria(),
      by: MaterialItemGrouping()
        .optional()
        .meta({ description: "Counts the items of each group, and not only all of them." }),
    }),
);

const MaterialItemGroup = schema(
  "MaterialItemGroup",
  "The number of the matching items that have one product, status, location or works order.",
  () =>
    z.object({
      id: record.id().nullable().meta({
        description:
          "The id of the product, status, location or order. Null: items that have none.",
      }),
      name: record
        .text()
        .nullable()
        .meta({
          description:
            "The name of the product or status, the SUID of the location, or the number of the order. " +
            "Null if there is none.",
        }),
      count: z.int().meta({ description: "The number of matching items of the group." }),
    }),
);

const CountedItems = schema(
  "CountedMaterialItems",
  "The number of matching items. Counting ends at 1,000, unless it is `by` groups, and when it has " +
    "tested 100,000 items.",
  () =>
    z.object({
      ...countFields(),
      count: z.int().meta({
        description: "The number of matching items, at most 1,000; with `by`, at most 100,000.",
      }),
      groups: z.array(MaterialItemGroup()).max(1000).optional().meta({
        description:
          "Only with `by`: the groups, the largest first, and equal ones by id. At most 1,000.",
      }),
    }),
);

export type CountedItemsRecord = Infer<typeof CountedItems>;

const tags = ["Material items"];

/** Search and count of material items. */
export const materialItemSearchRoutes = {
  search: route({
    operationId: "materialItemSearch",
    method: "post",
    path: "/api/MaterialItem/Search",
    roles: rolesFor.reading,
    tags,
    summary: "List the material items that match, in a chosen order",
    request: () => ({
      query: pageOfSearch(),
      body: body(MaterialItemSearch(), { text: "PUMP-", isHeld: true }),
    }),
    responses: () => ({
      200: okResponse(z.array(MaterialItem()), "The matching items, in the order.", [
        materialItemExample,
      ]),
      ...problemsOfRead(),
    }),
  }),
  count: route({
    operationId: "materialItemCount",
    method: "post",
    path: "/api/MaterialItem/Count",
    roles: rolesFor.reading,
    tags,
    summary: "Count the material items that match, also by groups",
    request: () => ({ body: body(MaterialItemCount(), { isInStock: true, by: "location" }) }),
    responses: () => ({
      200: okResponse(CountedItems(), "The number of matching items.", {
        count: 3,
        isCapped: false,
        groups: [
          { id: 1, name: "MAIN", count: 2 },
          { id: null, name: null, count: 1 },
        ],
      }),
      ...problemsOfRead(),
    }),
  }),
};
