import * as z from "zod";
import {
  amount,
  filledBytes,
  filledChars,
  happening,
  id,
  lastInstant,
  nameBytes,
  nameChars,
  quantity,
  requiring,
  textBytes,
  unitOfQuantity,
} from "./fields.ts";
import { externalRef } from "./external-ref.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

// The spec prints these VARCHAR2 without a size. They have the field's largest size elsewhere.
const serialNo = () => filledBytes(250);
const reasonSUID = () => filledBytes(50);

const ItemDetails = schema(
  "ItemDetails",
  "The data of a child that is received at the point of consumption. Absent version, cost and " +
    "expiry come from its product.",
  () =>
    z.strictObject({
      productName: filledBytes(250),
      expiryDate: lastInstant().nullish().meta({
        description:
          "When the material expires. If null or absent, the product's shelf life decides.",
      }),
      batchNo: nameChars(50).nullish(),
      version: nameBytes(200).nullish(),
      costPerUnit: amount().nullish(),
      currency: filledChars(50)
        .nullish()
        .meta({ [ruleText]: "Required with `costPerUnit`. Not case sensitive." }),
    }),
);

const lacksCurrency = (details: Infer<typeof ItemDetails> | null | undefined) =>
  details?.costPerUnit != null && details.currency == null;

export const BuildRequest = schema(
  "BuildRequest",
  "A consumption of a child item into a parent item.",
  () =>
    z
      .strictObject({
        parentSerialNo: serialNo(),
        childSerialNo: serialNo(),
        builtQty: quantity(),
        unit: unitOfQuantity("child"),
        receiveAtPointOfConsumption: z.boolean(),
        itemDetails: ItemDetails()
          .nullish()
          .meta({
            [ruleText]: "Required with `receiveAtPointOfConsumption`, and ignored without it.",
          }),
        bomSlotID: id()
          .nullish()
          .meta({ [ruleText]: "Selects one of the slots that accept the child." }),
        occurredAt: happening().nullish(),
        externalRef: externalRef(),
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
          !receive || !lacksCurrency(itemDetails),
        { path: ["itemDetails", "currency"], error: "Required with costPerUnit." },
      )
      .meta({
        if: {
          properties: { receiveAtPointOfConsumption: { const: false } },
          additionalProperties: true,
        },
        else: requiring(["itemDetails"]),
      }),
);

export const RemoveRequest = schema(
  "RemoveRequest",
  "A removal of a child item from a parent item. It reverses builds.",
  () =>
    z.strictObject({
      parentSerialNo: serialNo(),
      childSerialNo: serialNo(),
      removeQty: quantity(),
      unit: unitOfQuantity("child"),
      comments: textBytes(2000).nullish(),
      reasonSUID: reasonSUID().meta({
        [ruleText]: "It must be assigned to `remove`. Not case sensitive.",
      }),
      bomSlotID: id()
        .nullish()
        .meta({
          [ruleText]: "Removes only from this slot. If absent, the latest builds are removed.",
        }),
      occurredAt: happening().nullish(),
      externalRef: externalRef(),
    }),
);

export const buildExample = {
  parentSerialNo: "PUMP-0001",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 2,
  receiveAtPointOfConsumption: false,
};

export const removeExample = {
  parentSerialNo: "PUMP-0001",
  childSerialNo: "SEAL-LOT-1",
  removeQty: 1,
  comments: "Worn at inspection",
  reasonSUID: "REWORK",
};

/** The refusals of Build's own rules. */
export const buildRefusals = [
  "backdated",
  "not_found",
  "order_status",
  "item_status",
  "item_on_hold",
  "inactive",
  "receipt_profile",
  "details_contradict",
  "cycle",
  "item_expired",
  "already_built",
  "tracking",
  "inventory_managed",
  "before_it_was",
  "unit_mismatch",
  "decimal_places",
  "not_in_bom",
  "over_maximum",
  "quantity_range",
  "serial_range",
  "insufficient_quantity",
  "external_ref_conflict",
  "reference_owned",
] as const;

/** The refusals of Remove's own rules. */
export const removeRefusals = [
  "backdated",
  "not_found",
  "reason_not_assigned",
  "inactive",
  "unit_mismatch",
  "decimal_places",
  "tracking",
  "not_built",
  "before_it_was",
  "quantity_range",
  "external_ref_conflict",
  "reference_owned",
] as const;
