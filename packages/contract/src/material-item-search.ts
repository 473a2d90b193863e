import * as z from "zod";
import {
  exclusiveEnd,
  filledBytes,
  id,
  instant,
  nameChars,
  notCaseSensitive,
  orderNo,
} from "./fields.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { body, okResponse, pageOfSearch, problemsOfRead } from "./responses.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";
import { counted, searchText } from "./search.ts";

const Order = schema(
  "MaterialItemOrder",
  "The order of a search of material items. `newest` and `oldest` go by id. `lastChanged` has the " +
    "latest change first, `visualSerialNo` the first serial, and `expiry` the first that expires. " +
    "`expiry` leaves out items that never expire. Equal values go by id.",
  () => z.enum(["newest", "oldest", "lastChanged", "visualSerialNo", "expiry"]),
);

const criteria = () => ({
  text: searchText("the serial"),
  productName: filledBytes(250).optional(),
  orderNo: orderNo().optional(),
  batchNo: nameChars(50).optional(),
  statusID: id().optional(),
  location: filledBytes(200)
    .optional()
    .meta({ description: "The SUID of the location.", ...notCaseSensitive }),
  isHeld: z.boolean().optional(),
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

const MaterialItemSearch = schema(
  "MaterialItemSearch",
  "Selects material items. All fields that are sent must match.",
  () =>
    z.strictObject({
      ...criteria(),
      order: Order()
        .optional()
        .meta({
          description:
            "The order of the items. By default `visualSerialNo` with a `text`, else `expiry` with an " +
            "expiry, else `lastChanged` with `changedSince`, else `newest`.",
        }),
    }),
);

const MaterialItemCount = schema(
  "MaterialItemCount",
  "Selects the material items to count. All fields that are sent must match.",
  () => z.strictObject(criteria()),
);

const tags = ["Material items"];

/** Search and count of material items. */
export const materialItemSearchRoutes = {
  search: route({
    operationId: "materialItemSearch",
    method: "post",
    path: "/api/MaterialItem/Search",
    role: "viewer",
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
    role: "viewer",
    tags,
    summary: "Count the material items that match, up to 1,000",
    request: () => ({ body: body(MaterialItemCount(), { isHeld: true }) }),
    responses: () => ({ 200: counted(), ...problemsOfRead() }),
  }),
};
