import * as z from "zod";
import {
  amount,
  expiry,
  filled,
  filledChars,
  id,
  ignored,
  instant,
  nameBytes,
  nameChars,
  quantity,
  storedName,
  textChars,
} from "./fields.ts";
import { materialItemExample, nameOfEntry } from "./material-item-record.ts";
import { ruleText, schema } from "./schema.ts";

/** Source: spec.md, Material item. */
const CaseDataUpdate = schema("CaseDataUpdate", "An entry of case data to create or update.", () =>
  z.strictObject({
    id: id()
      .nullable()
      .meta({ [ruleText]: "Null creates an entry." }),
    caseDataID: id(),
    materialItemID: id().meta({ [ruleText]: "It must be the id in the path." }),
    name: filledChars(50).meta(nameOfEntry),
    value: textChars(2000).nullable(),
  }),
);

const repeatsAnId = (entries: readonly { id: number | null }[]) => {
  const ids = entries.flatMap((entry) => entry.id ?? []);
  return new Set(ids).size < ids.length;
};

/** A field that the server sets. It is required and ignored. */
const serverField = { description: "Set by the server, and ignored here." };

/**
 * Every field of a material item. All that the spec has are required. A field that Get returns and Update does not
 * set must be listed as `ignored()`, or it is refused. Source: spec.md, PUT
 * /api/MaterialItem/Update/{id}.
 */
export const MaterialItemUpdate = schema(
  "MaterialItemUpdate",
  "All fields of a material item as they must become. Null means that the item has no such value.",
  () =>
    z.strictObject({
      id: id().meta({ [ruleText]: "It must be the id in the path." }),
      revNo: z.int().min(1).meta({
        description: "The revision that was read. An update of an older one is refused.",
      }),
      lastEditDT: instant().meta(serverField),
      lastEditUserID: id().meta(serverField),
      productID: id(),
      statusID: id(),
      visualSerialNo: filled(storedName("100 characters")),
      scheduleID: id().nullable(),
      startDT: instant().nullable(),
      endDT: instant().nullable(),
      version: storedName("50 characters").nullable(),
      nominalQty: quantity(),
      actualQty: amount(),
      uniqueID: nameChars(100).nullable(),
      holdReasonID: id().nullable(),
      expiryDate: expiry().nullable(),
      locationID: id().nullable(),
      costPerUnit: amount().nullable(),
      ownershipTypeID: id().nullable(),
      currencyID: id().nullable(),
      batchNo: nameChars(50).nullable(),
      deliveryNo: nameBytes(250)
        .nullish()
        .meta({ [ruleText]: "If absent, the item keeps it." }),
      legacyPrerepairMaterialItemID: id().nullable(),
      caseData: z
        .array(CaseDataUpdate())
        .max(500)
        .refine((entries) => !repeatsAnId(entries), { error: "Names an entry twice." })
        .meta({ [ruleText]: "All existing entries must be sent, and new ones can be." }),
      testModeID: id().nullable(),
      productName: ignored(),
      status: ignored(),
      orderNo: ignored(),
      holdReason: ignored(),
      location: ignored(),
      ownershipType: ignored(),
      currency: ignored(),
    }),
);

const torque = { caseDataID: 1, materialItemID: 17, name: "Torque", value: "12.5 Nm" };

// A client can send back the names, and they are ignored.
const {
  productName: _productName,
  status: _status,
  orderNo: _orderNo,
  holdReason: _holdReason,
  location: _location,
  ownershipType: _ownershipType,
  currency: _currency,
  ...fields
} = materialItemExample;

export const materialItemUpdateExample = {
  ...fields,
  batchNo: "B-2026-02",
  caseData: [{ id: null, ...torque }],
};
export const updatedItemExample = {
  ...materialItemExample,
  ...materialItemUpdateExample,
  revNo: 4,
  caseData: [{ id: 1, ...torque }],
};
