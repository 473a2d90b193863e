import * as z from "zod";
import {
  amount,
  bomVersion,
  distinct,
  filled,
  id,
  ignored,
  quantity,
  storedText,
  textBytes,
  updateOrCreation,
} from "./fields.ts";
import { schema, type Infer } from "./schema.ts";

/** A client sends more entries than these in several requests. */
const [candidatesMax, propertiesMax] = [1000, 500];

const candidateFields = () => ({
  product: filled(textBytes(50)),
  version: filled(textBytes(50)).nullish().meta({ description: "If absent, any version." }),
  isActive: z.boolean(),
  qty: quantity().meta({ description: "Per unit of the parent, as are minQty and maxQty." }),
  minQty: amount(),
  maxQty: quantity().nullish().meta({ description: "If absent, there is no limit." }),
  isDefault: z.boolean(),
  useUom: filled(textBytes(30)).nullish().meta({
    description: "The unit of the quantities. If absent, the product's base unit.",
  }),
  bomSlotID: ignored(),
  productID: ignored(),
  useUomID: ignored(),
});

interface Quantities {
  readonly qty?: number | undefined;
  readonly minQty?: number | undefined;
  readonly maxQty?: number | null | undefined;
}

/** Reports quantities that contradict each other. The verb compares them with stored ones. */
function checkQuantities({ qty, minQty, maxQty }: Quantities, context: z.RefinementCtx): void {
  const atFault = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (minQty !== undefined && qty !== undefined && minQty > qty) {
    atFault("minQty", "At most qty.");
  }
  if (maxQty == null) return;
  if (qty !== undefined && qty > maxQty) atFault("maxQty", "At least qty.");
  else if (minQty !== undefined && minQty > maxQty) atFault("maxQty", "At least minQty.");
}

const CandidateCreation = schema("BomSlotCandidateCreation", () =>
  z.strictObject(candidateFields()).superRefine(checkQuantities),
);

const CandidateUpdate = schema("BomSlotCandidateUpdate", () =>
  z
    .strictObject({
      id: id(),
      ...z.object(candidateFields()).partial().shape,
      product: filled(storedText("50 bytes")).optional(),
      useUom: filled(storedText("30 bytes")).nullish(),
    })
    .superRefine(checkQuantities),
);

type CandidateEntry = Infer<typeof CandidateUpdate> | Infer<typeof CandidateCreation>;

/** Reports each active default after the first: a slot has at most one. */
function checkOneDefault(entries: readonly CandidateEntry[], context: z.RefinementCtx): void {
  const defaults = [...entries.entries()].filter(
    ([, { isDefault, isActive }]) => isDefault === true && isActive !== false,
  );
  for (const [index] of defaults.slice(1)) {
    const message = "An entry before this one is the default.";
    context.addIssue({ code: "custom", path: [index, "isDefault"], message });
  }
}

const candidateEntries = () =>
  z
    .array(updateOrCreation(CandidateUpdate(), CandidateCreation()))
    .max(candidatesMax)
    .superRefine(distinct("id", (entry: CandidateEntry) => ("id" in entry ? entry.id : undefined)))
    .superRefine(checkOneDefault)
    .meta({ description: "Merged by id. An entry without an id is created. Absent entries stay." });

const propertyValue = () => filled(textBytes(500));

const propertyEntriesOf = <Entry extends z.ZodType<{ property: string }>>(entry: () => Entry) =>
  z
    .array(entry())
    .max(propertiesMax)
    .superRefine(distinct("property", ({ property }: z.output<Entry>) => property))
    .meta({ description: "Merged by the property's name. Absent properties stay." });

const PropertyCreation = schema("BomSlotPropertyCreation", () =>
  z.strictObject({
    property: filled(textBytes(50)),
    slotID: id().nullish().meta({ description: "Ignored, because the slot does not exist yet." }),
    value: propertyValue(),
    propertyID: ignored(),
  }),
);

const PropertyUpdate = schema("BomSlotPropertyUpdate", () =>
  z.strictObject({
    property: filled(textBytes(50)),
    slotID: id().nullish().meta({ description: "If present, the id of this slot." }),
    value: propertyValue()
      .optional()
      .meta({ description: "Required for a property that is not set yet." }),
    propertyID: ignored(),
  }),
);

interface SlotReference {
  readonly slotID?: number | null | undefined;
}

/** Reports each property that names another slot as its own. */
function checkSlotIds(
  slotId: number,
  field: string,
  entries: readonly SlotReference[] | null | undefined,
  context: z.RefinementCtx,
): void {
  for (const [index, { slotID }] of entries?.entries() ?? []) {
    if (slotID == null || slotID === slotId) continue;
    const message = `The slot is ${slotId}.`;
    context.addIssue({ code: "custom", path: [field, index, "slotID"], message });
  }
}

const slotFields = () => ({
  ParentProductName: filled(textBytes(50)),
  bom: filled(textBytes(100)),
  version: bomVersion(),
  description: filled(textBytes(200)),
  buildSlotType: filled(textBytes(50)),
  isActive: z.boolean(),
  isRequired: z.boolean(),
  instruction: textBytes(2000).nullish(),
  edhrBomRequired: amount(),
  edhrBuildRequired: amount(),
});

const derivedSlotFields = () => ({
  parentProductID: ignored(),
  bomID: ignored(),
  bomVersionID: ignored(),
  buildSlotTypeID: ignored(),
});

export const BomSlotCreation = schema("BomSlotCreation", () =>
  z.strictObject({
    ...slotFields(),
    candidates: candidateEntries().nullish(),
    Properties: propertyEntriesOf(PropertyCreation).nullish(),
    ...derivedSlotFields(),
  }),
);

export const BomSlotUpdate = schema("BomSlotUpdate", () =>
  z
    .strictObject({
      id: id(),
      ...z.object(slotFields()).partial().shape,
      ParentProductName: filled(storedText("50 bytes")).optional(),
      candidates: candidateEntries().nullish(),
      Properties: propertyEntriesOf(PropertyUpdate).nullish(),
      ...derivedSlotFields(),
    })
    .superRefine((update, context) =>
      checkSlotIds(update.id, "Properties", update.Properties, context),
    ),
);

export const BomSlotFilter = schema("BomSlotFilter", () =>
  z.strictObject({
    Id: id().optional(),
    Product: textBytes(50).optional().meta({ description: "The parent product." }),
    Bom: textBytes(100).optional(),
    Version: bomVersion().optional(),
    slotType: textBytes(50).optional(),
    isActive: z.boolean().optional(),
    isRequired: z.boolean().optional(),
  }),
);

/** The filter of a list of candidates or properties. */
export const BomSlotPartFilter = schema("BomSlotPartFilter", () =>
  z.strictObject({ bomSlotID: id().optional() }),
);

export const BomSlotDeletion = schema("BomSlotDeletion", () => z.strictObject({ ID: id() }));

export const BomSlotCandidatesUpsert = schema("BomSlotCandidatesUpsert", () =>
  z.strictObject({ bomSlotID: id(), candidates: candidateEntries() }),
);

export const BomSlotPropertiesUpsert = schema("BomSlotPropertiesUpsert", () =>
  z
    .strictObject({ bomSlotID: id(), properties: propertyEntriesOf(PropertyUpdate) })
    .superRefine((upsert, context) =>
      checkSlotIds(upsert.bomSlotID, "properties", upsert.properties, context),
    ),
);

export const BomSlotPropertyClearing = schema("BomSlotPropertyClearing", () =>
  z.strictObject({
    BomSlotId: id(),
    property: filled(textBytes(50)).meta({ description: "Not case sensitive." }),
  }),
);
