import * as z from "zod";
import {
  amount,
  besides,
  bomVersion,
  distinct,
  filled,
  filledBytes,
  id,
  nameBytes,
  notCaseSensitive,
  quantity,
  readRevision,
  storedName,
  textBytes,
  upsert,
} from "./fields.ts";
import { candidateQty, candidateVersion } from "./bom-slot-record.ts";
import { type Infer, ruleText, schema } from "./schema.ts";

/** A client sends more entries than these in several requests. */
const [candidatesMax, propertiesMax] = [1000, 500];

const neededOfCandidate = () => ({
  product: filled(storedName("50 bytes")),
  isActive: z.boolean(),
  qty: quantity().meta(candidateQty),
  minQty: amount().meta({ [ruleText]: "It is at most `qty`." }),
  isDefault: z.boolean(),
});

const othersOfCandidate = () => ({
  version: filledBytes(50).nullish().meta(candidateVersion),
  maxQty: quantity()
    .nullish()
    .meta({ [ruleText]: "It is at least `qty`." }),
  useUom: filled(storedName("30 bytes")).nullish(),
  bomSlotID: id().nullish().meta({
    description: "The id of this slot, which an update compares. A creation of a slot ignores it.",
  }),
  productID: id().optional().meta(besides("product")),
  useUomID: id().nullish().meta(besides("useUom")),
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

const CandidateEntry = schema(
  "BomSlotCandidateEntry",
  "A candidate to create or update. Names in it are case sensitive.",
  () =>
    upsert({
      key: "id",
      needed: neededOfCandidate(),
      others: othersOfCandidate(),
      limits: { product: textBytes(50), useUom: textBytes(30) },
    }).superRefine(checkQuantities),
);

type CandidateEntry = Infer<typeof CandidateEntry>;

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
    .array(CandidateEntry())
    .max(candidatesMax)
    .superRefine(distinct("id", (entry: CandidateEntry) => entry.id))
    .superRefine(checkOneDefault)
    .meta({
      [ruleText]:
        "Merged by id. No two entries have the same. An entry without an id is created. Absent entries stay.",
    });

const propertyValue = () => filled(textBytes(500));

const PropertyEntry = schema(
  "BomSlotPropertyEntry",
  "A value to set for a property of a slot.",
  () =>
    z.strictObject({
      property: filledBytes(50),
      slotID: id().nullish().meta({
        description: "The id of this slot, which an update compares. A creation ignores it.",
      }),
      value: propertyValue()
        .optional()
        .meta({ [ruleText]: "Required for a property that is not set yet." }),
      propertyID: id()
        .optional()
        .meta({ [ruleText]: "It must be that of the name." }),
    }),
);

const propertyEntries = () =>
  z
    .array(PropertyEntry())
    .max(propertiesMax)
    .superRefine(distinct("property", ({ property }: Infer<typeof PropertyEntry>) => property))
    .meta({
      [ruleText]:
        "Merged by the property's name. No two entries have the same. Absent properties stay.",
    });

/** An entry of a slot, with the id of the slot under one of two names. */
type SlotReference = { readonly [Name in "slotID" | "bomSlotID"]?: number | null | undefined };

/** Reports each entry that names another slot as its own. */
function checkSlotIds(
  slotId: number,
  field: string,
  entries: readonly SlotReference[] | null | undefined,
  context: z.RefinementCtx,
): void {
  for (const [index, entry] of entries?.entries() ?? []) {
    for (const name of ["slotID", "bomSlotID"] as const) {
      const named = entry[name];
      if (named == null || named === slotId) continue;
      const message = `The slot is ${slotId}.`;
      context.addIssue({ code: "custom", path: [field, index, name], message });
    }
  }
}

/** Reports each property without a value: a new slot has none yet. */
function checkValues(
  entries: readonly Infer<typeof PropertyEntry>[] | null | undefined,
  context: z.RefinementCtx,
): void {
  for (const [index, { value }] of entries?.entries() ?? []) {
    if (value !== undefined) continue;
    const path = ["Properties", index, "value"];
    context.addIssue({ code: "custom", path, message: "Required for a new slot." });
  }
}

const neededOfSlot = () => ({
  ParentProductName: filled(storedName("50 bytes")),
  bom: filledBytes(100),
  version: bomVersion(),
  description: filled(textBytes(200)),
  buildSlotType: filledBytes(50),
  isActive: z.boolean(),
  isRequired: z.boolean(),
  edhrBomRequired: amount(),
  edhrBuildRequired: amount(),
});

export const BomSlotUpsert = schema(
  "BomSlotUpsert",
  "A BoM slot to create or update. Names in it are case sensitive.",
  () =>
    upsert({
      key: "id",
      needed: neededOfSlot(),
      others: {
        instruction: textBytes(2000).nullish(),
        candidates: candidateEntries().nullish(),
        Properties: propertyEntries().nullish(),
        parentProductID: id().optional().meta(besides("ParentProductName")),
        bomID: id().optional().meta(besides("bom")),
        bomVersionID: id().optional().meta(besides("version")),
        buildSlotTypeID: id().optional().meta(besides("buildSlotType")),
      },
      limits: { ParentProductName: textBytes(50) },
    }).superRefine((sent, context) => {
      if (sent.id === undefined) checkValues(sent.Properties, context);
      else {
        checkSlotIds(sent.id, "Properties", sent.Properties, context);
        checkSlotIds(sent.id, "candidates", sent.candidates, context);
      }
    }),
);

export const BomSlotFilter = schema(
  "BomSlotFilter",
  "Selects BoM slots. All fields that are sent must match. Names are not case sensitive.",
  () =>
    z.strictObject({
      Id: id().optional(),
      Product: nameBytes(250).optional(),
      Bom: nameBytes(100).optional(),
      Version: bomVersion().optional(),
      slotType: nameBytes(50).optional(),
      isActive: z.boolean().optional(),
      isRequired: z.boolean().optional(),
    }),
);

export const BomSlotPartFilter = schema(
  "BomSlotPartFilter",
  "Selects the candidates or properties of one slot. Without `bomSlotID`, those of all slots.",
  () => z.strictObject({ bomSlotID: id().optional() }),
);

export const BomSlotDeletion = schema(
  "BomSlotDeletion",
  "The slot or candidate to delete. It must be unused.",
  () => z.strictObject({ ID: id(), revNo: readRevision() }),
);

const revisionOfSlot = () =>
  readRevision().meta({
    description: "The revision of the slot. Each change of its candidates and properties adds 1.",
  });

export const BomSlotCandidatesUpsert = schema(
  "BomSlotCandidatesUpsert",
  "Candidates of one slot to create or update.",
  () =>
    z
      .strictObject({ bomSlotID: id(), revNo: revisionOfSlot(), candidates: candidateEntries() })
      .superRefine(({ bomSlotID, candidates }, context) =>
        checkSlotIds(bomSlotID, "candidates", candidates, context),
      ),
);

export const BomSlotPropertiesUpsert = schema(
  "BomSlotPropertiesUpsert",
  "Values to set for properties of one slot. Names of properties are not case sensitive.",
  () =>
    z
      .strictObject({ bomSlotID: id(), revNo: revisionOfSlot(), properties: propertyEntries() })
      .superRefine(({ bomSlotID, properties }, context) =>
        checkSlotIds(bomSlotID, "properties", properties, context),
      ),
);

export const BomSlotPropertyClearing = schema(
  "BomSlotPropertyClearing",
  "The property to clear, and its slot.",
  () =>
    z.strictObject({
      BomSlotId: id(),
      revNo: revisionOfSlot(),
      property: filledBytes(50).meta(notCaseSensitive),
    }),
);
