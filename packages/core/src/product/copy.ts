import type { Logged } from "../database/executor.ts";
import { type Assertion, relyOn, type RowsOf, verb } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { requireUnique } from "../rules/unique.ts";
import { refusalAt } from "../refusal.ts";
import {
  createProduct,
  type NewProduct,
  type Product,
  productsByName,
  productsNamed,
} from "./product.ts";

export interface CopyProductInput {
  readonly suid: string;
  readonly name: string;
  /** If absent or null, that of the source. */
  readonly description?: string | null | undefined;
  readonly srcProductName: string;
}

const load = (inputs: readonly CopyProductInput[]) => ({
  sources: productsByName({
    names: foldedNames(inputs.map(({ srcProductName }) => srcProductName)),
  }),
  named: productsNamed({
    names: foldedNames(inputs.map(({ name }) => name)),
    suids: foldedNames(inputs.map(({ suid }) => suid)),
    ids: "[]",
  }),
});

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly copy: NewProduct;
}

/** Decides a copy. Refuses `not_found` and `duplicate`. */
function decide(facts: RowsOf<ReturnType<typeof load>>, input: CopyProductInput): Decision {
  const { suid, name, srcProductName } = input;
  const source = facts.sources.find((product) => product.name === srcProductName);
  if (!source) {
    throw refusalAt("not_found", "/srcProductName", `No product is named ${srcProductName}.`);
  }
  const { id: sourceProductId, ...fields } = source;
  const copy: NewProduct = {
    ...fields,
    revNo: 1,
    suid,
    suidKey: foldCase(suid),
    name,
    nameKey: foldCase(name),
    description: input.description ?? source.description,
    sourceProductId,
    sourceProductName: source.name,
  };
  requireUnique("product", facts.named, copy, { name: "/name", suid: "/suid" });
  return { asserts: [relyOn("Product", source)], copy };
}

const write = ({ copy }: Decision) => createProduct(copy, "copied");

const answer = ({ copy }: Decision, [created]: readonly Logged[]): Product => ({
  ...copy,
  id: created!.id,
});

/**
 * Creates a product with the master data and properties of another, without its BoMs and stock.
 * Source: spec.md, PUT /api/Product/Copy.
 */
export const copyProduct = verb({
  conflicts: {
    of: ["Product/Copy"],
    claims: { Product: "the copy" },
    asserts: { Product: "the source product" },
  },
  load,
  decide,
  write,
  answer,
});
