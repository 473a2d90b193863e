import * as z from "zod";
import {
  amount,
  expiry,
  filled,
  id,
  instant,
  quantity,
  record,
  textBytes,
  textChars,
} from "./fields.ts";
import { MaterialItem, materialItemExample } from "./material-item-record.ts";
import { answers, body, problemsOfWrite, writeHeaders } from "./responses.ts";
import { route } from "./route.ts";
import { schema, type Infer } from "./schema.ts";

// Where the spec prints VARCHAR2 without a size: the largest size of the same field elsewhere.
const serial = () => filled(textBytes(250));
const reasonSUID = () => filled(textBytes(50));

const ItemDetails = schema("ItemDetails", () =>
  z.strictObject({
    productName: filled(textBytes(250)),
    expiryDate: expiry().nullish(),
    batchNo: textChars(50).nullish(),
    version: textBytes(200).nullish(),
    costPerUnit: amount().nullish(),
    currency: filled(textChars(50)).nullish(),
  }),
);

const currencyIsMissing = (details: Infer<typeof ItemDetails> | null | undefined) =>
  details?.costPerUnit != null && details.currency == null;

const BuildRequest = schema("BuildRequest", () =>
  z
    .strictObject({
      parentSerialNo: serial(),
      childSerialNo: serial(),
      builtQty: quantity().meta({ description: "In the child's base unit." }),
      receiveAtPointOfConsumption: z.boolean(),
      itemDetails: ItemDetails().nullish().meta({
        description: "Required with receiveAtPointOfConsumption, ignored without.",
      }),
      bomSlotID: id().nullish().meta({ description: "Picks one of several slots." }),
      occurredAt: instant().nullish(),
    })
    .refine(
      ({ receiveAtPointOfConsumption: receive, itemDetails }) => !receive || itemDetails != null,
      {
        path: ["itemDetails"],
        error: "Required with receiveAtPointOfConsumption.",
      },
    )
    .refine(
      ({ receiveAtPointOfConsumption: receive, itemDetails }) =>
        !receive || !currencyIsMissing(itemDetails),
      { path: ["itemDetails", "currency"], error: "Required with costPerUnit." },
    ),
);

const RemoveRequest = schema("RemoveRequest", () =>
  z.strictObject({
    parentSerialNo: serial(),
    childSerialNo: serial(),
    removeQty: quantity().meta({ description: "In the child's base unit." }),
    comments: textBytes(2000).nullish(),
    reasonSUID: reasonSUID().meta({
      description: "A material reason for removals. Not case sensitive.",
    }),
    occurredAt: instant().nullish(),
  }),
);

const Allocation = schema("Allocation", () =>
  z.object({ bomSlotID: record.id(), candidateID: record.id(), qty: record.number() }),
);

const consumption = () => ({
  id: record.id(),
  parent: MaterialItem(),
  child: MaterialItem(),
  qty: record.number(),
  allocations: z.array(Allocation()),
  at: record.time(),
  userID: record.id(),
});
const BuildRecord = schema("BuildRecord", () => z.object(consumption()));
const RemoveRecord = schema("RemoveRecord", () => z.object(consumption()));

/** What Build and Remove answer: both items as they became, and what each candidate took. */
export type ConsumptionRecord = Infer<typeof BuildRecord>;

const buildExample = {
  parentSerialNo: "PUMP-0001",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 2,
  receiveAtPointOfConsumption: false,
};

const buildRecordExample = {
  id: 412,
  parent: { ...materialItemExample, visualSerialNo: "PUMP-0001" },
  child: { ...materialItemExample, id: 18, visualSerialNo: "SEAL-LOT-1", actualQty: 23 },
  qty: 2,
  allocations: [{ bomSlotID: 3, candidateID: 5, qty: 2 }],
  at: "2026-01-31T08:00:00.000Z",
  userID: 1,
};

const removeExample = {
  parentSerialNo: "PUMP-0001",
  childSerialNo: "SEAL-LOT-1",
  removeQty: 1,
  comments: "Worn at inspection",
  reasonSUID: "REWORK",
};

const removeRecordExample = {
  ...buildRecordExample,
  id: 430,
  child: { ...buildRecordExample.child, actualQty: 24 },
  qty: 1,
  allocations: [{ bomSlotID: 3, candidateID: 5, qty: 1 }],
};

export const consumptionRoutes = {
  build: route({
    operationId: "buildBuild",
    method: "put",
    path: "/api/Build/Build",
    tags: ["Material consumption"],
    summary: "Consume a child material item into a parent",
    request: () => ({ headers: writeHeaders(), body: body(BuildRequest(), buildExample) }),
    responses: () => ({
      200: answers(BuildRecord(), "The completed build.", buildRecordExample),
      ...problemsOfWrite(
        "not_found",
        "order_status",
        "item_status",
        "item_on_hold",
        "inactive",
        "receipt_profile",
        "details_contradict",
        "cycle",
        "item_expired",
        "decimal_places",
        "not_in_bom",
        "over_maximum",
        "serial_range",
        "insufficient_quantity",
      ),
    }),
  }),
  remove: route({
    operationId: "buildRemove",
    method: "put",
    path: "/api/Build/Remove",
    tags: ["Material consumption"],
    summary: "Take a child material item out of a parent again",
    request: () => ({ headers: writeHeaders(), body: body(RemoveRequest(), removeExample) }),
    responses: () => ({
      200: answers(RemoveRecord(), "The completed removal.", removeRecordExample),
      ...problemsOfWrite(
        "not_found",
        "reason_not_assigned",
        "inactive",
        "decimal_places",
        "not_built",
        "quantity_range",
      ),
    }),
  }),
};
