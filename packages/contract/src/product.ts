import * as z from "zod";
import {
  amount,
  besides,
  distinct,
  filled,
  filledBytes,
  filledChars,
  id,
  quantity,
  readRevision,
  storedName,
  textBytes,
  textChars,
  upsert,
  wholeNumber,
} from "./fields.ts";
import {
  managedText,
  Product,
  productExample,
  propertyName,
  trackings,
  trackingText,
} from "./product-record.ts";
import { ProductFilter, productSearchRoutes } from "./product-search.ts";
import { okResponse, body, pageOfSearch, problemsOfRead, problemsOfWrite } from "./responses.ts";
import { rolesFor } from "./roles.ts";
import { route, writeRoute } from "./route.ts";
import { ruleText, schema } from "./schema.ts";

/** A number of days that a date of RFC 3339 can express. */
const dayCount = () => wholeNumber(999_999);

const neededFields = () => ({
  ProductType: filledBytes(250).meta({
    [ruleText]:
      "Not case sensitive. `%` stands for any text. The name must match exactly one type, and in " +
      "an update that of the product.",
  }),
  DefaultOwnership: filled(storedName("50 bytes")),
  Location: filled(storedName("20 characters")),
  Name: filledBytes(250),
  Version: filledChars(50),
  DefaultCostPerUnit: amount(),
  DefaultCurrency: filledChars(50),
  BaseUnit: filledChars(30),
  ReceiptProfile: filledChars(100),
  DefaultBatchSize: quantity(),
  InventoryDecimalPlaces: wholeNumber(6),
  IsActive: z.boolean(),
  IsPlanningConstraint: z.boolean(),
});

const PropertyEntry = schema(
  "ProductPropertyEntry",
  "A value to set for a property of a product.",
  () =>
    z.strictObject({
      Name: filledChars(50).meta(propertyName),
      Value: textChars(500).nullish(),
    }),
);

const flags = () => ({
  Tracking: z
    .enum(trackings)
    .optional()
    .meta({
      ...trackingText,
      [ruleText]:
        "A new product has `Lot` by default. It becomes `Serial` only if each of its items is one.",
    }),
  InventoryManaged: z
    .boolean()
    .optional()
    .meta({ ...managedText, [ruleText]: "A new product has false by default." }),
});

const propertyEntries = () =>
  z
    .array(PropertyEntry())
    .max(500)
    .superRefine(distinct("Name", ({ Name }) => Name))
    .meta({
      [ruleText]:
        "Merged by Name. No two entries have the same. Null removes all. Absent properties stay.",
    });

const otherFields = () => ({
  SUID: filledBytes(200).nullish(),
  Description: textBytes(2000).nullish(),
  ReceiptRecipe: filledChars(200).nullish(),
  SerialRange: filledChars(500).nullish(),
  MinScheduleBatchSize: amount().nullish(),
  ScheduleBatchIncrement: amount().nullish(),
  MaxScheduleBatchSize: amount().nullish(),
  PeggingExpiryDays: dayCount().nullish(),
  ShelfLifeDays: dayCount().nullish(),
  Properties: propertyEntries().nullish(),
  SourceProductName: filledBytes(250).nullish(),
});

const referenceIds = () => ({
  ProductTypeID: id().optional().meta(besides("ProductType")),
  DefaultOwnershipID: id().optional().meta(besides("DefaultOwnership")),
  DefaultCurrencyID: id().optional().meta(besides("DefaultCurrency")),
  BaseUnitID: id().optional().meta(besides("BaseUnit")),
  ReceiptProfileID: id().optional().meta(besides("ReceiptProfile")),
  ReceiptRecipeID: id().nullish().meta(besides("ReceiptRecipe")),
  SerialRangeID: id().nullish().meta(besides("SerialRange")),
  LocationID: id().optional().meta(besides("Location")),
  SourceProductID: id().nullish().meta(besides("SourceProductName")),
});

const ProductUpsert = schema(
  "ProductUpsert",
  "A product to create or update. Names of other records in it are case sensitive.",
  () =>
    upsert({
      key: "ID",
      needed: neededFields(),
      others: { ...otherFields(), ...flags(), ...referenceIds() },
      limits: { DefaultOwnership: textBytes(50), Location: textChars(20) },
    }),
);

const ProductDeletion = schema("ProductDeletion", "The product to delete. It must be unused.", () =>
  z.strictObject({ ID: id(), revNo: readRevision() }),
);

const ProductCopy = schema(
  "ProductCopy",
  "A product to create as a copy of another, with its properties, but without its BoMs and stock.",
  () =>
    z.strictObject({
      suid: filledBytes(200),
      name: filledBytes(50),
      description: textBytes(200)
        .nullish()
        .meta({ [ruleText]: "If absent or null, that of the source." }),
      srcProductName: filledBytes(50),
    }),
);

const creationExample = {
  ProductType: "General",
  SUID: "PUMP",
  Name: "Pump",
  Description: "Centrifugal pump, 2 kW",
  Version: "A",
  DefaultOwnership: "Internal",
  DefaultCostPerUnit: 12.5,
  DefaultCurrency: "USD",
  BaseUnit: "each",
  ReceiptProfile: "Standard",
  DefaultBatchSize: 1,
  ShelfLifeDays: 365,
  InventoryDecimalPlaces: 0,
  Location: "Main",
  IsActive: true,
  IsPlanningConstraint: false,
  Properties: [{ Name: "Colour", Value: "Blue" }],
};

const copyExample = { suid: "PUMP-XL", name: "Pump XL", srcProductName: "Pump" };

const tags = ["Products"];

export const productRoutes = {
  list: route({
    operationId: "productList",
    method: "post",
    path: "/api/Product/List",
    roles: rolesFor.reading,
    tags,
    summary: "List products",
    request: () => ({ query: pageOfSearch(), body: body(ProductFilter(), { Name: "Pump" }) }),
    responses: () => ({
      200: okResponse(z.array(Product()), "The matching products, in the order.", [productExample]),
      ...problemsOfRead(),
    }),
  }),
  ...productSearchRoutes,
  upsert: writeRoute({
    operationId: "productUpsert",
    method: "put",
    path: "/api/Product/Upsert",
    roles: rolesFor.engineering,
    importStage: "products",
    tags,
    summary: "Create or update a product",
    request: () => ({ body: body(ProductUpsert(), creationExample) }),
    responses: () => ({
      200: okResponse(Product(), "The created or updated product.", productExample),
      ...problemsOfWrite(
        "not_found",
        "stale_revision",
        "details_contradict",
        "ambiguous_name",
        "inactive",
        "duplicate",
        "fixed",
        "tracking",
        "decimal_places",
        "too_many",
      ),
    }),
  }),
  remove: writeRoute({
    operationId: "productDelete",
    method: "delete",
    path: "/api/Product/Delete",
    roles: rolesFor.engineering,
    importStage: "products",
    tags,
    summary: "Delete an unreferenced product",
    request: () => ({ body: body(ProductDeletion(), { ID: 4 }) }),
    responses: () => ({
      200: okResponse(Product(), "The deleted product.", productExample),
      ...problemsOfWrite("not_found", "stale_revision", "in_use"),
    }),
  }),
  copy: writeRoute({
    operationId: "productCopy",
    method: "put",
    path: "/api/Product/Copy",
    roles: rolesFor.engineering,
    importStage: "products",
    tags,
    summary: "Create a product as a copy of another",
    request: () => ({ body: body(ProductCopy(), copyExample) }),
    responses: () => ({
      200: okResponse(Product(), "The created product.", {
        ...productExample,
        ID: 9,
        SUID: "PUMP-XL",
        Name: "Pump XL",
        SourceProductID: 4,
        SourceProductName: "Pump",
      }),
      ...problemsOfWrite("not_found", "duplicate"),
    }),
  }),
};
