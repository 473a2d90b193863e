import * as z from "zod";
import {
  amount,
  besides,
  filled,
  filledBytes,
  filledChars,
  id,
  instant,
  lastInstant,
  nameBytes,
  nameChars,
  quantity,
  revision,
  setByService,
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

/** A field that the service sets. It is required and ignored. */
const setAtEachChange = {
  description: "Set by the service at each change, and ignored here.",
  [ruleText]: undefined,
};

/** A name that an item can lack. Null and empty text mean none. */
const nameOrNone = (text: ReturnType<typeof nameChars>, idField: string) =>
  text.nullish().meta(besides(idField));

/**
 * Every field of a material item. All of the spec's are required. The names of the records that it
 * refers to can be sent besides their ids. Source: spec.md, PUT /api/MaterialItem/Update/{id}.
 */
export const MaterialItemUpdate = schema(
  "MaterialItemUpdate",
  "All fields of a material item as they must become. Null means that the item has no such value.",
  () =>
    z.strictObject({
      id: id().meta({ [ruleText]: "It must be the id in the path." }),
      revNo: revision().meta({
        description: "The revision that was read. An update of an older one is refused.",
      }),
      lastEditDT: instant().meta(setAtEachChange),
      lastEditUserID: id().meta(setAtEachChange),
      productID: id(),
      statusID: id(),
      visualSerialNo: filled(storedName("100 characters")),
      scheduleID: id().nullable(),
      startDT: instant().nullable(),
      endDT: lastInstant().nullable(),
      version: storedName("50 characters").nullable(),
      nominalQty: quantity(),
      actualQty: amount(),
      uniqueID: nameChars(100).nullable(),
      holdReasonID: id().nullable(),
      expiryDate: lastInstant().nullable(),
      locationID: id().nullable(),
      costPerUnit: amount().nullable(),
      ownershipTypeID: id().nullable(),
      currencyID: id().nullable(),
      batchNo: nameChars(50).nullable(),
      deliveryNo: nameBytes(250)
        .nullish()
        .meta({ [ruleText]: "If absent, the item keeps it." }),
      origin: setByService("Set by Receive"),
      destination: setByService("Set by Dispatch and Return"),
      legacyPrerepairMaterialItemID: id().nullable(),
      caseData: z
        .array(CaseDataUpdate())
        .max(500)
        .refine((entries) => !repeatsAnId(entries), { error: "Names an entry twice." })
        .meta({ [ruleText]: "All existing entries must be sent, each once, and new ones can be." }),
      testModeID: id().nullable(),
      productName: filledBytes(250).optional().meta(besides("productID")),
      status: filledBytes(250).optional().meta(besides("statusID")),
      orderNo: nameOrNone(nameBytes(250), "scheduleID"),
      holdReason: nameOrNone(nameBytes(250), "holdReasonID"),
      holds: setByService("Set by Hold and Release"),
      location: nameOrNone(nameBytes(200), "locationID"),
      ownershipType: nameOrNone(nameBytes(250), "ownershipTypeID"),
      currency: nameOrNone(nameChars(50), "currencyID"),
    }),
);

const torque = { caseDataID: 1, materialItemID: 17, name: "Torque", value: "12.5 Nm" };

const { holds: _holds, origin: _origin, destination: _destination, ...sent } = materialItemExample;

export const materialItemUpdateExample = {
  ...sent,
  batchNo: "B-2026-02",
  caseData: [{ id: null, ...torque }],
};
export const updatedItemExample = {
  ...materialItemExample,
  ...materialItemUpdateExample,
  revNo: 4,
  caseData: [{ id: 1, ...torque }],
};
