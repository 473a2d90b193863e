import type { CatalogName, catalogRoutes } from "@asbuilt/contract";
import {
  type CatalogFilter,
  type CatalogInput,
  type CatalogRow,
  listCatalog,
  type Page,
  deleteFromCatalog,
  upsertCatalog,
} from "@asbuilt/core";
import type { Context } from "hono";
import type { Environment, Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { wireDecimal } from "../records/wire.ts";

/** A request with these validated parts. */
type Validated<Parts extends object> = Context<Environment, string, { in: object; out: Parts }>;

/** Returns the handlers of one resource; `extras` returns the fields that only its records have. */
const handlersOfCatalog = <Name extends CatalogName, Extra extends object>(
  name: Name,
  extras: (row: CatalogRow<Name>) => Extra,
) => {
  const toRecord = (row: CatalogRow<Name>) => ({
    id: row.id,
    suid: row.suid,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    ...extras(row),
  });
  return {
    list: (c: Validated<{ json: CatalogFilter; query: Page }>) =>
      respondList(
        c,
        listCatalog(c.get("context"), name, c.req.valid("json"), c.req.valid("query")),
        toRecord,
      ),
    upsert: async (c: Validated<{ json: CatalogInput<Name> }>) =>
      respond(c, toRecord(await upsertCatalog(c.get("context"), name, c.req.valid("json")))),
    remove: async (c: Validated<{ json: { id: number } }>) =>
      respond(c, toRecord(await deleteFromCatalog(c.get("context"), name, c.req.valid("json").id))),
  };
};

const noExtras = () => ({});

/** The handlers of all reference data. Each must return what the routes of its resource declare. */
export const catalogHandlers: {
  readonly [Name in CatalogName]: Handlers<(typeof catalogRoutes)[Name]>;
} = {
  ProductType: handlersOfCatalog("ProductType", noExtras),
  OwnershipType: handlersOfCatalog("OwnershipType", noExtras),
  Currency: handlersOfCatalog("Currency", noExtras),
  UnitOfMeasure: handlersOfCatalog("UnitOfMeasure", ({ code, dimension, factor }) => ({
    code,
    dimension,
    factor: wireDecimal(factor),
  })),
  Location: handlersOfCatalog("Location", noExtras),
  ReceiptProfile: handlersOfCatalog("ReceiptProfile", ({ fields }) => ({ fields })),
  ReceiptRecipe: handlersOfCatalog("ReceiptRecipe", noExtras),
  SerialRange: handlersOfCatalog("SerialRange", ({ prefix, nextNumber, endNumber, padding }) => ({
    prefix,
    nextNumber,
    endNumber,
    padding,
  })),
  PropertyDefinition: handlersOfCatalog("PropertyDefinition", noExtras),
  BuildSlotType: handlersOfCatalog("BuildSlotType", noExtras),
  MaterialReason: handlersOfCatalog("MaterialReason", ({ transactions, disposition }) => ({
    transactions,
    disposition,
  })),
  WorkCentre: handlersOfCatalog("WorkCentre", noExtras),
  MaterialStatus: handlersOfCatalog("MaterialStatus", ({ consumable, buildable }) => ({
    consumable,
    buildable,
  })),
  HoldReason: handlersOfCatalog("HoldReason", noExtras),
  CaseDataDefinition: handlersOfCatalog("CaseDataDefinition", noExtras),
  User: handlersOfCatalog("User", noExtras),
};
