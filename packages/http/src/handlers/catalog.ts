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
import { answer, answerList } from "../answer/answer.ts";
import { decimal } from "../records/wire.ts";

/** A request of which these parts have been validated. */
type Validated<Parts extends object> = Context<Environment, string, { in: object; out: Parts }>;

/** The handlers of one resource, from what its records hold beyond the common fields. */
const handlersOf = <Name extends CatalogName, Extra extends object>(
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
      answerList(
        c,
        listCatalog(c.get("context"), name, c.req.valid("json"), c.req.valid("query")),
        toRecord,
      ),
    upsert: async (c: Validated<{ json: CatalogInput<Name> }>) =>
      answer(c, toRecord(await upsertCatalog(c.get("context"), name, c.req.valid("json")))),
    remove: async (c: Validated<{ json: { id: number } }>) =>
      answer(c, toRecord(await deleteFromCatalog(c.get("context"), name, c.req.valid("json").id))),
  };
};

const noExtras = () => ({});

/** The handlers of all reference data: what a resource's routes declare must be what it answers. */
export const catalogHandlers: {
  readonly [Name in CatalogName]: Handlers<(typeof catalogRoutes)[Name]>;
} = {
  ProductType: handlersOf("ProductType", noExtras),
  OwnershipType: handlersOf("OwnershipType", noExtras),
  Currency: handlersOf("Currency", noExtras),
  UnitOfMeasure: handlersOf("UnitOfMeasure", ({ code, dimension, factor }) => ({
    code,
    dimension,
    factor: decimal(factor),
  })),
  Location: handlersOf("Location", noExtras),
  ReceiptProfile: handlersOf("ReceiptProfile", ({ fields }) => ({ fields })),
  ReceiptRecipe: handlersOf("ReceiptRecipe", noExtras),
  SerialRange: handlersOf("SerialRange", ({ prefix, nextNumber, endNumber, padding }) => ({
    prefix,
    nextNumber,
    endNumber,
    padding,
  })),
  PropertyDefinition: handlersOf("PropertyDefinition", noExtras),
  BuildSlotType: handlersOf("BuildSlotType", noExtras),
  MaterialReason: handlersOf("MaterialReason", ({ transactions, disposition }) => ({
    transactions,
    disposition,
  })),
  WorkCentre: handlersOf("WorkCentre", noExtras),
  MaterialStatus: handlersOf("MaterialStatus", ({ consumable, buildable }) => ({
    consumable,
    buildable,
  })),
  HoldReason: handlersOf("HoldReason", noExtras),
  CaseDataDefinition: handlersOf("CaseDataDefinition", noExtras),
  User: handlersOf("User", noExtras),
};
