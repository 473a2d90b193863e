import * as z from "zod";
import { externalRef } from "./external-ref.ts";
import {
  adjustReason,
  amount,
  filledBytes,
  filledChars,
  happening,
  id,
  instant,
  nameBytes,
  needingOne,
  notCaseSensitive,
  orderNo,
  quantity,
  receiptExpiry,
  requiring,
  signedQuantity,
  textBytes,
} from "./fields.ts";
import { materialItemLifeRoutes } from "./material-item-life.ts";
import { materialItemLotRoutes } from "./material-item-lot.ts";
import { MaterialItemFilter, materialItemSearchRoutes } from "./material-item-search.ts";
import { lotExample, MaterialItem, materialItemExample } from "./material-item-record.ts";
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
import { route, writeRoute } from "./route.ts";
import { ruleText, schema } from "./schema.ts";

const ReceiveRequest = schema(
  "ReceiveRequest",
  "A receipt of material into stock. Absent version, cost, ownership type, location and expiry " +
    "come from its product. The serial is made from the product's serial range, or sent. One that " +
    "is sent is new, or that of an item that was made at a point of consumption before its " +
    "delivery was received. In that case the quantity is what was delivered in all, and the " +
    "receipt fills in what the item does not have yet.",
  () =>
    withSerial(
      z.strictObject({
        productName: filledChars(50),
        visualSerialNo: filledBytes(250).nullish(),
        makeSerial: z
          .boolean()
          .nullish()
          .meta({
            [ruleText]:
              "Serials that an item has or had are left out. A receipt profile that makes " +
              "`visualSerialNo` compulsory forbids it.",
          }),
        expiryDate: receiptExpiry(),
        version: nameBytes(100).nullish(),
        location: filledBytes(200).nullish(),
        batchNo: nameBytes(50).nullish(),
        costPerUnit: amount().nullish(),
        qty: quantity(),
        ownershipType: filledBytes(250).nullish().meta(notCaseSensitive),
        comment: textBytes(2000).nullish(),
        deliveryNo: nameBytes(250).nullish(),
        occurredAt: instant().nullish(),
        externalRef: externalRef(),
      }),
    ),
);

interface ReceiptSerial {
  readonly visualSerialNo?: string | null | undefined;
  readonly makeSerial?: boolean | null | undefined;
}

/** Requires either a serial, or that it is made. */
const withSerial = <Schema extends z.ZodType<ReceiptSerial>>(request: Schema): Schema =>
  request
    .superRefine(
      ({ visualSerialNo, makeSerial }, context) => {
        if ((visualSerialNo == null) === (makeSerial === true)) return;
        const message =
          makeSerial === true
            ? "Must be absent with makeSerial, which makes the serial."
            : "Required without makeSerial.";
        context.addIssue({ code: "custom", path: ["visualSerialNo"], message });
      },
      { when: ({ value }) => typeof value === "object" && value !== null },
    )
    .meta({
      if: requiring(["makeSerial"]),
      else: requiring(["visualSerialNo"]),
      [ruleText]: "It needs either `visualSerialNo`, or `makeSerial` with the value true.",
    });

const receiveExample = {
  productName: "Seal",
  visualSerialNo: "SEAL-LOT-7",
  qty: 25,
  batchNo: "B-2026-01",
  location: "MAIN",
};

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

const ItemAdjustRequest = schema(
  "ItemAdjustRequest",
  "A change of an item's quantity, and the reason.",
  () =>
    z.strictObject({
      materialitemid: id(),
      adjustqty: signedQuantity(),
      reasonSUID: filledBytes(50).meta(adjustReason),
      comments: textBytes(2000).nullish(),
      occurredAt: happening().nullish(),
      externalRef: externalRef(),
    }),
);

const adjustExample = {
  materialitemid: 17,
  adjustqty: -2,
  reasonSUID: "COUNT",
  comments: "Two fewer on the shelf than in the books",
};

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
    role: "viewer",
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
    role: "viewer",
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
    role: "viewer",
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
    role: "engineer",
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
      ),
    }),
  }),
  receive: writeRoute({
    operationId: "materialItemReceive",
    method: "post",
    path: "/api/MaterialItem/Receive",
    role: "operator",
    importStage: "stock",
    tags,
    summary: "Receive a material item into stock",
    request: () => ({ body: body(ReceiveRequest(), receiveExample) }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The received item.", lotExample),
      ...problemsOfWrite(
        "backdated",
        "not_found",
        "inactive",
        "duplicate",
        "decimal_places",
        "tracking",
        "serial_range",
        "receipt_profile",
        "item_status",
        "details_contradict",
        "insufficient_quantity",
        "external_ref_conflict",
        "reference_owned",
      ),
    }),
  }),
  adjust: writeRoute({
    operationId: "materialItemItemAdjust",
    method: "post",
    path: "/api/MaterialItem/ItemAdjust",
    role: "operator",
    importStage: "stock",
    tags,
    summary: "Adjust the quantity of a material item",
    request: () => ({ body: body(ItemAdjustRequest(), adjustExample) }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The adjusted item.", {
        ...lotExample,
        revNo: 2,
        actualQty: 23,
      }),
      ...problemsOfWrite(
        "backdated",
        "not_found",
        "reason_not_assigned",
        "inactive",
        "item_status",
        "decimal_places",
        "negative_quantity",
        "quantity_range",
        "tracking",
        "already_built",
        "before_it_was",
        "external_ref_conflict",
        "reference_owned",
      ),
    }),
  }),
  ...materialItemLifeRoutes,
  ...materialItemLotRoutes,
};
