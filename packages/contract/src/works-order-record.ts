import * as z from "zod";
import { id, needingOne, orderNo, record } from "./fields.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

export const OrderStatus = schema(
  "WorksOrderStatus",
  "The status of a works order. Build needs an order that is Started.",
  () => z.enum(["Created", "Started", "Completed", "Cancelled"]),
);

/** The fields of a works order in a response. */
export const orderFields = () => ({
  id: record.id(),
  revNo: record.revision(),
  orderNo: record.text(),
  description: record.text().nullable(),
  productName: record.text(),
  productID: record.id(),
  bom: record.text(),
  bomID: record.id(),
  version: record.bomVersion(),
  bomVersionID: record.id(),
  qty: record.number(),
  status: OrderStatus(),
  startDT: record.time().nullable(),
  endDT: record.time().nullable(),
});

export const WorksOrder = schema(
  "WorksOrder",
  "A works order: a quantity of a product, built to one version of a BoM.",
  () => z.object(orderFields()),
);

export type WorksOrderRecord = Infer<typeof WorksOrder>;

/** The fields of the example that a creation sends. */
export const orderCreationExample = {
  orderNo: "WO-1001",
  productName: "Pump",
  bom: "Pump",
  version: "1.0",
  qty: 2,
};

/** Examples of a works order that was created, started and completed. */
export const createdOrder = {
  id: 2,
  revNo: 1,
  ...orderCreationExample,
  description: null,
  productID: 4,
  bomID: 2,
  bomVersionID: 3,
  status: "Created",
  startDT: null,
  endDT: null,
};
export const worksOrderExample = {
  ...createdOrder,
  revNo: 2,
  status: "Started",
  startDT: "2026-01-30T06:00:00.000Z",
};
export const completedOrder = {
  ...worksOrderExample,
  revNo: 3,
  status: "Completed",
  endDT: "2026-01-31T14:00:00.000Z",
};

/** Makes the schema of a request about one works order. An id, a number, or both address it. */
export const addressingOrder = <Fields extends z.ZodRawShape>(fields: Fields) =>
  needingOne(
    z.strictObject({
      id: id()
        .optional()
        .meta({ [ruleText]: "If the number is sent too, both must be of one order." }),
      orderNo: orderNo().optional(),
      ...fields,
    }),
    "id",
    "orderNo",
  );
