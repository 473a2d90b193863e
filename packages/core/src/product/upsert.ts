import type { Logged } from "../database/executor.ts";
import {
  type Change,
  differences,
  insertPart,
  removePart,
  update,
  updatePart,
  verb,
} from "../engine/index.ts";
import {
  createProduct,
  type NewProduct,
  type Product,
  type PropertyChange,
  removalOf,
} from "./product.ts";
import { loadProductUpsert } from "./upsert.facts.ts";
import { decideProductUpsert, type ProductUpsertDecision } from "./upsert.rules.ts";

function write({ before, after }: ProductUpsertDecision): Change[] {
  if (before === null) return createProduct(after, "created");
  const properties = changedProperties(before, after);
  const productId = before.id;
  return [
    update("Product", before, differences("Product", before, after), {
      action: "updated",
      detail: properties.length > 0 ? { properties } : undefined,
      parts: properties.map(({ name, value, change }) => {
        if (change === "added") return insertPart("productProperty", { productId, name, value });
        if (change === "removed") return removePart("productProperty", { productId, name });
        return updatePart("productProperty", { productId, name }, { value });
      }),
    }),
  ];
}

function changedProperties(
  { properties: before }: Product,
  { properties: after }: NewProduct,
): PropertyChange[] {
  const were = new Map(before.map(({ name, value }) => [name, value]));
  const are = new Set(after.map(({ name }) => name));
  const removed = before.filter(({ name }) => !are.has(name)).map(removalOf);
  const written = after
    .filter(({ name, value }) => were.get(name) !== value)
    .map(({ name, value }): PropertyChange => ({
      name,
      before: were.get(name) ?? null,
      value,
      change: were.has(name) ? "set" : "added",
    }));
  return [...removed, ...written];
}

const answer = (
  { before, after }: ProductUpsertDecision,
  [logged]: readonly Logged[],
): Product => ({
  ...after,
  id: logged!.id,
  revNo: (before?.revNo ?? 0) + 1,
});

/** Creates or updates a product. Source: spec.md, PUT /api/Product/Upsert. */
export const upsertProduct = verb({
  conflicts: {
    of: ["Product/Upsert"],
    claims: { Product: "" },
    asserts: {
      Currency: "",
      Location: "",
      OwnershipType: "",
      Product: "the source",
      ProductType: "",
      ReceiptProfile: "",
      ReceiptRecipe: "",
      SerialRange: "",
      UnitOfMeasure: "each only if named",
    },
    absences: {
      itemsOfProduct: "when the base unit changes",
      itemsFinerThan: "when the decimals decrease",
      itemsNotSingle: "",
      candidatesOfProduct: "when the base unit changes",
    },
  },
  load: loadProductUpsert,
  decide: decideProductUpsert,
  write,
  answer,
  // Only an update can change nothing.
  present: ({ before }) => before!,
});
