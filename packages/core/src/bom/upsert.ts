import { inArray, or } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Change, create, differences, storedFields, update } from "../engine/index.ts";
import { bom, type BomStatus, product } from "../database/schema/index.ts";
import { countingVerb } from "../rules/in-use.ts";
import { foldedNames, recordsNamed } from "../rules/named.ts";
import { type Bom, bomsById, byNumber, usesOfVersions } from "./bom.ts";
import { decideUpsert, type UpsertDecision } from "./upsert.rules.ts";

/** A version to update, found by its id, or by its number; one that has neither is created. */
export interface VersionInput {
  readonly id?: number | undefined;
  readonly version?: { readonly major: number; readonly minor: number } | undefined;
  readonly status?: BomStatus | null | undefined;
}

interface Optional {
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly versions?: readonly VersionInput[] | null | undefined;
}

/** A BoM to create. */
export interface CreateBomInput extends Optional {
  readonly id?: undefined;
  readonly name: string;
  readonly parentProductName: string;
}

/** What to change of a BoM: what is absent stays. */
export interface UpdateBomInput extends Optional {
  readonly id: number;
  readonly name?: string | undefined;
  readonly parentProductName?: string | undefined;
}

export type UpsertBomInput = CreateBomInput | UpdateBomInput;

const productsNamed = recordsNamed(product);

/** The BoMs of these folded names, and of those that the BoMs with these ids have. */
const bomsNamed = statement(() =>
  query
    .select({ id: bom.id, nameKey: bom.nameKey, parentProductId: bom.parentProductId })
    .from(bom)
    .where(
      or(
        inArray(bom.nameKey, each("names")),
        inArray(
          bom.nameKey,
          query
            .select({ nameKey: bom.nameKey })
            .from(bom)
            .where(inArray(bom.id, each("ids"))),
        ),
      ),
    ),
);

/** All that bears on these BoMs, found from the inputs alone. */
export function loadUpsert(inputs: readonly UpsertBomInput[], isCounted: boolean) {
  const ids = JSON.stringify(inputs.flatMap(({ id }) => id ?? []));
  const updates = inputs.some(({ id }) => id !== undefined);
  return {
    boms: updates ? bomsById({ ids }) : undefined,
    uses: updates ? usesOfVersions({ ids, isCounted }) : undefined,
    named: bomsNamed({ names: foldedNames(inputs.map(({ name }) => name)), ids }),
    products: productsNamed({
      names: foldedNames(inputs.map(({ parentProductName }) => parentProductName)),
    }),
  };
}

function write({ before, after, versions }: UpsertDecision): Change[] {
  const written = before
    ? update("Bom", before, differences("Bom", before, after), { action: "updated" })
    : create("Bom", storedFields("Bom", after), { action: "created" });
  const bomId = before?.id ?? written.id;
  return [
    written,
    ...versions.map(({ before: was, after: is }) =>
      was
        ? update("BomVersion", was, differences("BomVersion", was, is), { action: "updated" })
        : create("BomVersion", { ...storedFields("BomVersion", is), bomId }, { action: "created" }),
    ),
  ];
}

function answer(
  { before, after, versions }: UpsertDecision,
  [ofBom, ...ofVersions]: readonly Logged[],
): Bom {
  const { id } = ofBom!;
  const written = versions.map((version, index) => ({
    ...version.after,
    id: ofVersions[index]!.id,
    bomId: id,
  }));
  const kept = (before?.versions ?? []).filter(
    (version) => !written.some((other) => other.id === version.id),
  );
  return { ...after, id, versions: [...kept, ...written].toSorted(byNumber) };
}

/** Creates or updates a BoM, and merges its versions. Source: design 6. */
export const upsertBom = countingVerb({
  conflicts: {
    of: ["Bom/Upsert"],
    claims: { Bom: "", BomVersion: "those that change" },
    asserts: { Product: "the parent product" },
    absences: {
      slotsOfBom: "when the BoM moves",
      ordersOfBom: "when the BoM moves",
      ordersOfBomVersion: "when a version gets a new number",
    },
  },
  load: loadUpsert,
  decide: decideUpsert,
  write,
  answer,
});
