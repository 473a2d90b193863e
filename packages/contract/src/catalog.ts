import * as z from "zod";
import { resourceRoutes } from "./catalog-resource.ts";
import {
  filledBytes,
  filledChars,
  nameBytes,
  nameChars,
  nameStart,
  notCaseSensitive,
  quantity,
  record,
  setByService,
  sinceAdded,
  wholeNumber,
} from "./fields.ts";
import { labelTemplate } from "./label-template.ts";
import { role, rolesOfUser } from "./role.ts";
import { signatureRule } from "./signature-rule.ts";
import { ruleText, schema } from "./schema.ts";

/** A resource without fields of its own. */
const noFields = { fields: () => ({}), answers: () => ({}) };

const FieldRule = schema(
  "ReceiptFieldRule",
  "Whether a field of Receive can't be sent, can be sent or must be sent.",
  () => z.enum(["hidden", "optional", "compulsory"]),
);
const RequiredFieldRule = schema(
  "ReceiptRequiredFieldRule",
  "The rule for a field that Receive always needs, so it can't be hidden. If `visualSerialNo` is " +
    "compulsory, Receive makes no serial.",
  () => z.enum(["optional", "compulsory"]),
);

/** Makes the field of a rule for each of some fields of Receive. */
const rulesFor = <Rule extends z.ZodType, Name extends string>(rule: Rule, ...names: Name[]) => {
  const fields = names.map((name) => [
    name,
    rule.optional().meta({ description: `The rule for \`${name}\`.` }),
  ]);
  // Object.fromEntries forgets which keys an object has.
  return Object.fromEntries(fields) as Record<Name, z.ZodOptional<Rule>>;
};

const ReceiptRules = schema(
  "ReceiptRules",
  "The rules of a receipt profile, by field of Receive.",
  () =>
    z.strictObject({
      ...rulesFor(RequiredFieldRule(), "productName", "visualSerialNo", "qty"),
      ...rulesFor(
        FieldRule(),
        "expiryDate",
        "version",
        "location",
        "batchNo",
        "costPerUnit",
        "ownershipType",
        "comment",
        "deliveryNo",
        "occurredAt",
      ),
    }),
);

const ReasonTransaction = schema(
  "ReasonTransaction",
  "A transaction that has a reason: `adjust` is ItemAdjust and Scrap, `remove` is Remove.",
  () => z.enum(["adjust", "remove"]),
);
const Disposition = schema(
  "Disposition",
  "The fate of removed material: return to stock, hold or scrap.",
  () => z.enum(["return", "hold", "scrap"]),
);

const badgeOfUser = {
  description: "The text of the code on the person's badge, unique among users. Null without one.",
};
const addressOfPlant = { description: "The address of its service. Null without one." };
const sealKeysOfPlant = {
  description: "The public keys that sign its seals, also those that it has replaced.",
};
const documentOfPlant = { description: "Whether a receipt from it needs a document." };
// 32 bytes as base64url.
const sealKey = () => filledBytes(43).regex(/^[\w-]{43}$/, { error: "A public key as base64url." });
const unitCode = { description: "The code of the unit in UN/ECE Recommendation 20." };
const dispositionOfReason = {
  description: "The fate of material that is removed for this reason.",
};

// A serial has at most 100 characters, and its number at most 16 of them. Serials are found by
// their folded form, and the database folds only ASCII.
const serialPrefix = () =>
  nameStart(80).regex(/^[ -~]*$/, { error: "Printable ASCII characters." });
const serialNumberMax = 999_999_999_999_999;

/** The routes of the reference data, by resource: List, Upsert and Delete. Source: design 6. */
export const catalogRoutes = {
  ProductType: resourceRoutes("ProductType", {
    noun: "product type",
    meaning: "A class of products.",
    name: () => nameBytes(250),
    ...noFields,
    example: { suid: "CAT-1", name: "Electronics" },
  }),
  OwnershipType: resourceRoutes("OwnershipType", {
    noun: "ownership type",
    meaning: "A form of ownership that material can have, such as consignment.",
    name: () => nameBytes(250),
    ...noFields,
    example: { name: "Consignment", description: "Owned by the supplier until it is used" },
  }),
  Currency: resourceRoutes("Currency", {
    noun: "currency",
    meaning: "A currency of costs.",
    name: () => nameChars(50),
    ...noFields,
    example: { suid: "840", name: "USD", description: "US Dollar" },
  }),
  UnitOfMeasure: resourceRoutes("UnitOfMeasure", {
    noun: "unit of measure",
    meaning: "A unit of quantities. Units of one dimension convert into each other.",
    name: () => nameChars(30),
    fields: () => ({
      code: nameChars(20).nullable().meta(unitCode),
      dimension: filledChars(50).meta({ [ruleText]: "The default is the unit's own name." }),
      factor: quantity().meta({ [ruleText]: "The default is 1." }),
    }),
    answers: () => ({
      code: record.text().nullable().meta(unitCode),
      dimension: record.text(),
      factor: record.number(),
    }),
    refusals: ["fixed"],
    example: { name: "yard", code: "YRD", dimension: "length", factor: 914.4 },
  }),
  Location: resourceRoutes("Location", {
    noun: "location",
    meaning: "A place where items are kept.",
    name: () => nameBytes(200),
    ...noFields,
    example: { suid: "LOC-1", name: "Factory L1", description: "Factory" },
  }),
  ReceiptProfile: resourceRoutes("ReceiptProfile", {
    noun: "receipt profile",
    meaning: "The rules for the fields that a receipt of a product has.",
    name: () => nameChars(100),
    fields: () => ({
      fields: ReceiptRules(),
    }),
    answers: () => ({ fields: ReceiptRules() }),
    example: { name: "Traceable", fields: { batchNo: "compulsory", comment: "hidden" } },
  }),
  ReceiptRecipe: resourceRoutes("ReceiptRecipe", {
    noun: "receipt recipe",
    meaning: "A named way to receive products. The service only stores it.",
    name: () => nameChars(200),
    ...noFields,
    example: { name: "Inspect on receipt" },
  }),
  SerialRange: resourceRoutes("SerialRange", {
    noun: "serial range",
    meaning:
      "The serials that Start and Receive give to the items of a product: a prefix and a number.",
    name: () => nameChars(500),
    fields: () => ({
      prefix: serialPrefix(),
      nextNumber: wholeNumber(serialNumberMax + 1).meta({ [ruleText]: "The default is 1." }),
      endNumber: wholeNumber(serialNumberMax)
        .nullable()
        .meta({ [ruleText]: "It is at least `nextNumber` - 1, which is an empty range." }),
      padding: wholeNumber(15).meta({ [ruleText]: "The default is 0." }),
    }),
    answers: () => ({
      prefix: record.text(),
      nextNumber: z.int(),
      endNumber: z.int().nullable(),
      padding: z.int(),
    }),
    rule: {
      holds: ({ nextNumber, endNumber }) =>
        typeof nextNumber !== "number" ||
        typeof endNumber !== "number" ||
        endNumber >= nextNumber - 1,
      path: ["endNumber"],
      error: "At least nextNumber - 1, which is an empty range.",
    },
    refusals: ["serial_range"],
    example: { name: "Pumps", prefix: "PUMP-", nextNumber: 1, endNumber: 9999, padding: 4 },
  }),
  PropertyDefinition: resourceRoutes("PropertyDefinition", {
    noun: "property definition",
    meaning: "A property that BoM slots can have.",
    name: () => nameBytes(50),
    ...noFields,
    example: { name: "Torque", description: "In newton metres" },
  }),
  BuildSlotType: resourceRoutes("BuildSlotType", {
    noun: "build slot type",
    meaning: "A class of BoM slots.",
    name: () => nameBytes(50),
    ...noFields,
    example: { name: "Assembly" },
  }),
  MaterialReason: resourceRoutes("MaterialReason", {
    noun: "material reason",
    meaning: "A reason for adjusting or removing material.",
    name: () => nameBytes(250),
    suid: () => nameBytes(50),
    fields: () => ({
      transactions: z
        .array(ReasonTransaction())
        .max(100)
        .refine((named) => new Set(named).size === named.length, { error: "Names one twice." })
        .meta({ [ruleText]: "Each is named once. The default is none." }),
      disposition: Disposition().meta({
        ...dispositionOfReason,
        [ruleText]: "The default is return.",
      }),
    }),
    answers: () => ({
      transactions: z.array(ReasonTransaction()),
      disposition: Disposition().meta(dispositionOfReason),
    }),
    refusals: ["fixed"],
    example: { suid: "SCRAP", name: "Scrap", transactions: ["remove"], disposition: "scrap" },
  }),
  LabelTemplate: resourceRoutes("LabelTemplate", labelTemplate),
  Role: resourceRoutes("Role", role),
  SignatureMeaning: resourceRoutes("SignatureMeaning", {
    noun: "signature meaning",
    meaning: "What an electronic signature can mean, such as that the work was verified.",
    name: () => nameBytes(250),
    ...noFields,
    example: { suid: "verified", name: "Verified", description: "Somebody else checked the work" },
  }),
  SignatureRule: resourceRoutes("SignatureRule", signatureRule),
  Plant: resourceRoutes("Plant", {
    noun: "plant",
    meaning: "Another plant that material comes from, and whose documents are trusted.",
    name: () => nameBytes(250),
    fields: () => ({
      address: nameBytes(2000).nullable().meta(addressOfPlant),
      sealKeys: z
        .array(sealKey())
        .max(20)
        .refine((keys) => new Set(keys).size === keys.length, { error: "Names one twice." })
        .meta({ ...sealKeysOfPlant, [ruleText]: "Each is named once. The default is none." }),
      documentRequired: z
        .boolean()
        .meta({ ...documentOfPlant, [ruleText]: "The default is false." }),
    }),
    answers: () => ({
      address: record.text().nullable().meta(addressOfPlant),
      sealKeys: z.array(record.text()).meta(sealKeysOfPlant),
      documentRequired: record.flag().meta(documentOfPlant),
    }),
    example: {
      name: "South",
      address: "https://south.example",
      sealKeys: ["kC0Nj3m2sQ4pX1aZ7bV9cR8tY6uI5oP0lK2jH4gF3dA"],
      documentRequired: true,
    },
  }),
  WorkCentre: resourceRoutes("WorkCentre", {
    noun: "work centre",
    meaning: "A place of work, such as a machine. Work centre groups contain work centres.",
    name: () => nameBytes(250),
    ...noFields,
    example: { name: "Press 3" },
  }),
  MaterialStatus: resourceRoutes("MaterialStatus", {
    noun: "material status",
    meaning: "A state of items: it says whether they can be built, or built into.",
    name: () => nameBytes(250),
    fields: () => ({
      consumable: z.boolean().meta({ [ruleText]: "The default is false." }),
      buildable: z.boolean().meta({ [ruleText]: "The default is false." }),
    }),
    answers: () => ({ consumable: record.flag(), buildable: record.flag() }),
    refusals: ["reserved"],
    example: { name: "Quarantine", consumable: false, buildable: false },
  }),
  HoldReason: resourceRoutes("HoldReason", {
    noun: "hold reason",
    meaning: "A reason for putting items on hold.",
    name: () => nameBytes(250),
    ...noFields,
    example: { name: "Quality" },
  }),
  CaseDataDefinition: resourceRoutes("CaseDataDefinition", {
    noun: "case data definition",
    meaning: "A kind of case data that items can have.",
    name: () => nameChars(50),
    ...noFields,
    example: { name: "Certificate" },
  }),
  User: resourceRoutes("User", {
    noun: "user",
    meaning: "A person or machine that owns keys. The history names it with each change.",
    name: () => nameBytes(250),
    fields: () => ({
      roles: rolesOfUser.request().meta(rolesOfUser.about),
      badge: filledBytes(250)
        .nullable()
        .meta({ ...badgeOfUser, ...notCaseSensitive }),
      pinSetAt: setByService("Set by User/SetPin and ResetPin"),
    }),
    answers: () => ({
      roles: rolesOfUser.answer().meta(rolesOfUser.about),
      badge: record
        .text()
        .nullable()
        .optional()
        .meta({ ...badgeOfUser, ...sinceAdded }),
      pinSetAt: record
        .time()
        .nullable()
        .optional()
        .meta({ description: "When the PIN was set. Null without one.", ...sinceAdded }),
    }),
    refusals: ["reserved", "last_admin", "inactive"],
    example: {
      suid: "P-4711",
      name: "Operator of the morning shift",
      roles: ["operator"],
      badge: "B-4711",
    },
  }),
};

/** A resource of reference data, by the name in its paths. */
export type CatalogName = keyof typeof catalogRoutes;

/** The names of the resources of reference data. */
// Object.keys forgets which keys an object has.
export const catalogNames = Object.keys(catalogRoutes) as CatalogName[];
