import type { CatalogName, catalogRoutes } from "@asbuilt/contract";
import {
  type CatalogFilter,
  type CatalogInput,
  type CatalogKey,
  type CatalogRow,
  listCatalog,
  type Page,
  deleteFromCatalog,
  deleteSignatureRule,
  listSignatureRules,
  upsertSignatureRule,
  upsertCatalog,
} from "@asbuilt/core";
import type { Context } from "hono";
import type { Environment, Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { toCatalogRecord } from "../records/catalog.ts";

/** A request with these validated parts. */
type Validated<Parts extends object> = Context<Environment, string, { in: object; out: Parts }>;

/** Returns the handlers of one resource. */
const handlersOfCatalog = <Name extends Exclude<CatalogName, "SignatureRule">, Answer>(
  name: Name,
  toRecord: (row: CatalogRow<Name>) => Answer,
) => ({
  list: (c: Validated<{ json: CatalogFilter; query: Page }>) =>
    respondList(
      c,
      listCatalog(c.get("context"), name, c.req.valid("json"), c.req.valid("query")),
      toRecord,
    ),
  upsert: async (c: Validated<{ json: CatalogInput<Name> }>) =>
    respond(c, toRecord(await upsertCatalog(c.get("context"), name, c.req.valid("json")))),
  remove: async (c: Validated<{ json: CatalogKey }>) =>
    respond(c, toRecord(await deleteFromCatalog(c.get("context"), name, c.req.valid("json")))),
});

/** The handlers of all reference data. Each must return what the routes of its resource declare. */
export const catalogHandlers: {
  readonly [Name in CatalogName]: Handlers<(typeof catalogRoutes)[Name]>;
} = {
  ProductType: handlersOfCatalog("ProductType", toCatalogRecord.ProductType),
  OwnershipType: handlersOfCatalog("OwnershipType", toCatalogRecord.OwnershipType),
  Currency: handlersOfCatalog("Currency", toCatalogRecord.Currency),
  UnitOfMeasure: handlersOfCatalog("UnitOfMeasure", toCatalogRecord.UnitOfMeasure),
  Location: handlersOfCatalog("Location", toCatalogRecord.Location),
  ReceiptProfile: handlersOfCatalog("ReceiptProfile", toCatalogRecord.ReceiptProfile),
  ReceiptRecipe: handlersOfCatalog("ReceiptRecipe", toCatalogRecord.ReceiptRecipe),
  Role: handlersOfCatalog("Role", toCatalogRecord.Role),
  SerialRange: handlersOfCatalog("SerialRange", toCatalogRecord.SerialRange),
  SignatureMeaning: handlersOfCatalog("SignatureMeaning", toCatalogRecord.SignatureMeaning),
  // A rule names other records, which its own verbs find.
  SignatureRule: {
    list: (c) =>
      respondList(
        c,
        listSignatureRules(c.get("context"), c.req.valid("json"), c.req.valid("query")),
        toCatalogRecord.SignatureRule,
      ),
    upsert: async (c) => {
      const upserted = await upsertSignatureRule(c.get("context"), c.req.valid("json"));
      return respond(c, toCatalogRecord.SignatureRule(upserted));
    },
    remove: async (c) => {
      const deleted = await deleteSignatureRule(c.get("context"), c.req.valid("json"));
      return respond(c, toCatalogRecord.SignatureRule(deleted));
    },
  },
  PropertyDefinition: handlersOfCatalog("PropertyDefinition", toCatalogRecord.PropertyDefinition),
  BuildSlotType: handlersOfCatalog("BuildSlotType", toCatalogRecord.BuildSlotType),
  MaterialReason: handlersOfCatalog("MaterialReason", toCatalogRecord.MaterialReason),
  LabelTemplate: handlersOfCatalog("LabelTemplate", toCatalogRecord.LabelTemplate),
  Plant: handlersOfCatalog("Plant", toCatalogRecord.Plant),
  WorkCentre: handlersOfCatalog("WorkCentre", toCatalogRecord.WorkCentre),
  MaterialStatus: handlersOfCatalog("MaterialStatus", toCatalogRecord.MaterialStatus),
  HoldReason: handlersOfCatalog("HoldReason", toCatalogRecord.HoldReason),
  CaseDataDefinition: handlersOfCatalog("CaseDataDefinition", toCatalogRecord.CaseDataDefinition),
  User: handlersOfCatalog("User", toCatalogRecord.User),
};
