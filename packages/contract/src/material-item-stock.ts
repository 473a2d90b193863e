import * as z from "zod";
import { externalRef } from "./external-ref.ts";
import {
  adjustReason,
  amount,
  filled,
  filledBytes,
  filledChars,
  happening,
  id,
  instant,
  nameBytes,
  notCaseSensitive,
  quantity,
  receiptExpiry,
  requiring,
  signedQuantity,
  textBytes,
  unitOfQuantity,
} from "./fields.ts";
import { lotExample, MaterialItem } from "./material-item-record.ts";
import { okResponse, body, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { writeRoute } from "./route.ts";
import { ruleText, schema } from "./schema.ts";

export const ReceiveRequest = schema(
  "ReceiveRequest",
  "A receipt of material into stock. Absent version, cost, ownership type, location and expiry " +
    "come from its product. The serial is made from the product's serial range, or sent. One that " +
    "is sent is new, or that of an item that was made at a point of consumption before its " +
    "delivery was received. In that case the quantity is what was delivered in all, and the " +
    "receipt fills in what the item does not have yet.",
  () =>
    withOrigin(
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
          qty: quantity().meta({
            description:
              "The quantity, in the base unit of its product. With `unit`, it is in that unit.",
          }),
          unit: unitOfQuantity("product"),
          ownershipType: filledBytes(250).nullish().meta(notCaseSensitive),
          comment: textBytes(2000).nullish(),
          deliveryNo: nameBytes(250).nullish(),
          origin: nameBytes(250).nullish(),
          document: filled(textBytes(1_048_576))
            .nullish()
            .meta({
              description:
                "The device history record of the unit, as its plant returned it after the Dispatch: " +
                "the JSON as a text. It is checked, and kept as an attachment of the item.",
              [ruleText]: "It needs `origin`, which is then a plant whose seals are trusted.",
            }),
          occurredAt: instant().nullish(),
          externalRef: externalRef(),
        }),
      ),
    ),
);

interface SentDocument {
  readonly origin?: string | null | undefined;
  readonly document?: string | null | undefined;
}

/** Requires the origin of a document. */
const withOrigin = <Schema extends z.ZodType<SentDocument>>(request: Schema): Schema =>
  request.refine(({ origin, document }) => document == null || origin, {
    path: ["origin"],
    error: "Required with document.",
  });

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

export const receiveExample = {
  productName: "Seal",
  visualSerialNo: "SEAL-LOT-7",
  qty: 25,
  batchNo: "B-2026-01",
  location: "MAIN",
};

export const ItemAdjustRequest = schema(
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

export const adjustExample = {
  materialitemid: 17,
  adjustqty: -2,
  reasonSUID: "COUNT",
  comments: "Two fewer on the shelf than in the books",
};

export const adjustedExample = { ...lotExample, revNo: 2, actualQty: 23 };

/** The refusals of Receive's own rules. */
export const receiveRefusals = [
  "backdated",
  "not_found",
  "inactive",
  "duplicate",
  "document_required",
  "document_refused",
  "already_received",
  "attachments_off",
  "unit_mismatch",
  "decimal_places",
  "tracking",
  "serial_range",
  "receipt_profile",
  "item_status",
  "details_contradict",
  "insufficient_quantity",
  "external_ref_conflict",
  "reference_owned",
] as const;

/** The refusals of ItemAdjust's own rules. */
export const adjustRefusals = [
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
] as const;

const tags = ["Material items"];

/** Receive and ItemAdjust. Source: spec.md, material item endpoints. */
export const materialItemStockRoutes = {
  receive: writeRoute({
    operationId: "materialItemReceive",
    method: "post",
    path: "/api/MaterialItem/Receive",
    roles: rolesFor.receiving,
    importStage: "stock",
    tags,
    summary: "Receive a material item into stock",
    request: () => ({ body: body(ReceiveRequest(), receiveExample) }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The received item.", lotExample),
      ...problemsOfWrite(...receiveRefusals),
    }),
  }),
  adjust: writeRoute({
    operationId: "materialItemItemAdjust",
    method: "post",
    path: "/api/MaterialItem/ItemAdjust",
    roles: rolesFor.receiving,
    importStage: "stock",
    tags,
    summary: "Adjust the quantity of a material item",
    request: () => ({ body: body(ItemAdjustRequest(), adjustExample) }),
    responses: () => ({
      200: okResponse(MaterialItem(), "The adjusted item.", adjustedExample),
      ...problemsOfWrite(...adjustRefusals),
    }),
  }),
};
