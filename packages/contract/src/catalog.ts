import * as z from "zod";
import { resourceRoutes } from "./catalog-resource.ts";
import { filled, quantity, record, textBytes, textChars, wholeNumber } from "./fields.ts";
import { schema } from "./schema.ts";

/** A resource without fields of its own. */
const noFields = { fields: () => ({}), answers: () => ({}) };

/** The rule for a field of Receive that can be absent. */
const FieldRule = schema("ReceiptFieldRule", () => z.enum(["hidden", "optional", "compulsory"]));
/** The rule for a required field of Receive, which can't be hidden. */
const RequiredFieldRule = schema("ReceiptRequiredFieldRule", () =>
  z.enum(["optional", "compulsory"]),
);

const ReceiptRules = schema("ReceiptRules", () =>
  z.strictObject({
    productName: RequiredFieldRule().optional(),
    visualSerialNo: RequiredFieldRule().optional(),
    qty: RequiredFieldRule().optional(),
    expiryDate: FieldRule().optional(),
    version: FieldRule().optional(),
    location: FieldRule().optional(),
    batchNo: FieldRule().optional(),
    costPerUnit: FieldRule().optional(),
    ownershipType: FieldRule().optional(),
    comment: FieldRule().optional(),
    deliveryNo: FieldRule().optional(),
    occurredAt: FieldRule().optional(),
  }),
);

const ReasonTransaction = schema("ReasonTransaction", () => z.enum(["adjust", "remove"]));
const Disposition = schema("Disposition", () => z.enum(["return", "hold", "scrap"]));

// A serial has at most 100 characters, and its number at most 16 of them. Serials are found by
// their folded form, and the database folds only ASCII.
const serialPrefix = () =>
  textChars(80).regex(/^[ -~]*$/, { error: "Printable ASCII characters." });
const serialNumberMax = 999_999_999_999_999;

/** The routes of the reference data, by resource: List, Upsert and Delete. Source: design 6. */
export const catalogRoutes = {
  ProductType: resourceRoutes("ProductType", {
    noun: "product type",
    name: () => textBytes(250),
    ...noFields,
    example: { suid: "CAT-1", name: "Electronics" },
  }),
  OwnershipType: resourceRoutes("OwnershipType", {
    noun: "ownership type",
    name: () => textBytes(250),
    ...noFields,
    example: { name: "Consignment", description: "Owned by the supplier until it is used" },
  }),
  Currency: resourceRoutes("Currency", {
    noun: "currency",
    name: () => textChars(50),
    ...noFields,
    example: { suid: "840", name: "USD", description: "US Dollar" },
  }),
  UnitOfMeasure: resourceRoutes("UnitOfMeasure", {
    noun: "unit of measure",
    name: () => textChars(30),
    fields: () => ({
      code: textChars(20).nullable().meta({ description: "UN/ECE Recommendation 20." }),
      dimension: filled(textChars(50)).meta({
        description: "Units convert within one dimension. The default is the unit's own name.",
      }),
      factor: quantity().meta({
        description: "The number of units of the dimension's own unit. The default is 1.",
      }),
    }),
    answers: () => ({
      code: record.text().nullable(),
      dimension: record.text(),
      factor: record.number(),
    }),
    refusals: ["fixed"],
    example: { name: "yard", code: "YRD", dimension: "length", factor: 914.4 },
  }),
  Location: resourceRoutes("Location", {
    noun: "location",
    name: () => textBytes(200),
    ...noFields,
    example: { suid: "LOC-1", name: "Factory L1", description: "Factory" },
  }),
  ReceiptProfile: resourceRoutes("ReceiptProfile", {
    noun: "receipt profile",
    name: () => textChars(100),
    fields: () => ({
      fields: ReceiptRules().meta({
        description: "The rule for each field of Receive. A field without a rule is optional.",
      }),
    }),
    answers: () => ({ fields: ReceiptRules() }),
    example: { name: "Traceable", fields: { batchNo: "compulsory", comment: "hidden" } },
  }),
  ReceiptRecipe: resourceRoutes("ReceiptRecipe", {
    noun: "receipt recipe",
    name: () => textChars(200),
    ...noFields,
    example: { name: "Inspect on receipt" },
  }),
  SerialRange: resourceRoutes("SerialRange", {
    noun: "serial range",
    name: () => textChars(500),
    fields: () => ({
      prefix: serialPrefix(),
      nextNumber: wholeNumber(serialNumberMax + 1).meta({ description: "The default is 1." }),
      endNumber: wholeNumber(serialNumberMax)
        .nullable()
        .meta({ description: "The last number. Null means the largest possible number." }),
      padding: wholeNumber(15).meta({ description: "The minimum number of digits." }),
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
    name: () => textBytes(50),
    ...noFields,
    example: { name: "Torque", description: "In newton metres" },
  }),
  BuildSlotType: resourceRoutes("BuildSlotType", {
    noun: "build slot type",
    name: () => textBytes(50),
    ...noFields,
    example: { name: "Assembly" },
  }),
  MaterialReason: resourceRoutes("MaterialReason", {
    noun: "material reason",
    name: () => textBytes(250),
    suid: () => textBytes(50),
    fields: () => ({
      transactions: z
        .array(ReasonTransaction())
        .max(100)
        .refine((named) => new Set(named).size === named.length, { error: "Names one twice." })
        .meta({ description: "The transactions that can give this reason. The default is none." }),
      disposition: Disposition().meta({
        description:
          "What happens to material that is removed for this reason. The default is return.",
      }),
    }),
    answers: () => ({
      transactions: z.array(ReasonTransaction()),
      disposition: Disposition(),
    }),
    refusals: ["fixed"],
    example: { suid: "SCRAP", name: "Scrap", transactions: ["remove"], disposition: "scrap" },
  }),
  WorkCentre: resourceRoutes("WorkCentre", {
    noun: "work centre",
    name: () => textBytes(250),
    ...noFields,
    example: { name: "Press 3" },
  }),
  MaterialStatus: resourceRoutes("MaterialStatus", {
    noun: "material status",
    name: () => textBytes(250),
    fields: () => ({
      consumable: z.boolean().meta({
        description:
          "Whether an item with this status can be built into a parent. The default is false.",
      }),
      buildable: z.boolean().meta({
        description: "Whether an item with this status can be a parent. The default is false.",
      }),
    }),
    answers: () => ({ consumable: record.flag(), buildable: record.flag() }),
    refusals: ["reserved"],
    example: { name: "Quarantine", consumable: false, buildable: false },
  }),
  HoldReason: resourceRoutes("HoldReason", {
    noun: "hold reason",
    name: () => textBytes(250),
    ...noFields,
    example: { name: "Quality" },
  }),
  CaseDataDefinition: resourceRoutes("CaseDataDefinition", {
    noun: "case data definition",
    name: () => textChars(50),
    ...noFields,
    example: { name: "Certificate" },
  }),
  User: resourceRoutes("User", {
    noun: "user",
    name: () => textBytes(250),
    ...noFields,
    refusals: ["reserved"],
    example: { suid: "LINE-4", name: "Terminal of line 4" },
  }),
};

/** A resource of reference data, by the name in its paths. */
export type CatalogName = keyof typeof catalogRoutes;

/** The names of the resources of reference data. */
// Object.keys forgets which keys an object has.
export const catalogNames = Object.keys(catalogRoutes) as CatalogName[];
