import * as z from "zod";
import { filledBytes, id, orderNo } from "./fields.ts";
import { body, okResponse, pageOfSearch, problemsOfRead } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route } from "./route.ts";
import { schema } from "./schema.ts";
import { counted, likeText, searchText } from "./search.ts";
import { OrderStatus, WorksOrder, worksOrderExample } from "./works-order-record.ts";

const Order = schema(
  "WorksOrderOrder",
  "The order of a list of works orders. `newest` and `oldest` go by id. `lastChanged` has the " +
    "latest change first. `orderNo` goes by number, without regard to case, and " +
    "`orderNoDescending` the other way round.",
  () => z.enum(["newest", "oldest", "lastChanged", "orderNo", "orderNoDescending"]),
);

const orderOf = (byDefault: string) =>
  Order()
    .optional()
    .meta({
      description:
        "The order of the list. By default `orderNo` with a `text`, or with an `orderNoLike` that " +
        `does not begin with \`%\`, else \`${byDefault}\`.`,
    });

/** The filters of List, Search and Count. */
const criteria = () => ({
  id: id().optional(),
  text: searchText("the order number"),
  orderNo: orderNo().optional(),
  orderNoLike: likeText("the order number"),
  productName: filledBytes(250).optional(),
  status: OrderStatus().optional(),
});

export const WorksOrderFilter = schema(
  "WorksOrderFilter",
  "Selects works orders. All fields that are sent must match.",
  () => z.strictObject({ ...criteria(), order: orderOf("oldest") }),
);

const WorksOrderSearch = schema(
  "WorksOrderSearch",
  "Selects works orders. All fields that are sent must match.",
  () => z.strictObject({ ...criteria(), order: orderOf("newest") }),
);

const WorksOrderCount = schema(
  "WorksOrderCount",
  "Selects the works orders to count. All fields that are sent must match.",
  () => z.strictObject(criteria()),
);

const tags = ["Works orders"];

/** Search and count of works orders. */
export const worksOrderSearchRoutes = {
  search: route({
    operationId: "worksOrderSearch",
    method: "post",
    path: "/api/WorksOrder/Search",
    roles: rolesFor.reading,
    tags,
    summary: "List the works orders that match, in a chosen order",
    request: () => ({
      query: pageOfSearch(),
      body: body(WorksOrderSearch(), { text: "WO-1", status: "Started" }),
    }),
    responses: () => ({
      200: okResponse(z.array(WorksOrder()), "The matching works orders, in the order.", [
        worksOrderExample,
      ]),
      ...problemsOfRead(),
    }),
  }),
  count: route({
    operationId: "worksOrderCount",
    method: "post",
    path: "/api/WorksOrder/Count",
    roles: rolesFor.reading,
    tags,
    summary: "Count the works orders that match, up to 1,000",
    request: () => ({ body: body(WorksOrderCount(), { status: "Started" }) }),
    responses: () => ({ 200: counted(), ...problemsOfRead() }),
  }),
};
