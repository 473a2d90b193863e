import { eq, inArray, or } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { RowsOf } from "../engine/index.ts";
import { bom, type BomStatus, bomVersion, product } from "../database/schema/index.ts";
import { foldedNames, idsAndNames, recordsReferredTo } from "../rules/named.ts";
import { signingOf } from "../signature/gate.facts.ts";
import { bomsById, usesOfVersions } from "./bom.ts";

/** A version to update, found by its id or number. A number that the BoM lacks creates one. */
export interface VersionInput {
  readonly id?: number | undefined;
  /** The revision that was read, which a change of the version compares. */
  readonly revNo?: number | undefined;
  readonly version?: { readonly major: number; readonly minor: number } | undefined;
  readonly status?: BomStatus | null | undefined;
}

interface Optional {
  readonly parentProductID?: number | undefined;
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly versions?: readonly VersionInput[] | null | undefined;
}

/** A BoM to create. */
export interface CreateBomInput extends Optional {
  readonly id?: undefined;
  readonly revNo?: undefined;
  readonly name: string;
  readonly parentProductName: string;
}

/** A change of a BoM. Absent fields keep their values. */
export interface UpdateBomInput extends Optional {
  readonly id: number;
  /** The revision that was read; without it, the BoM is updated as it is. */
  readonly revNo?: number | undefined;
  readonly name?: string | undefined;
  readonly parentProductName?: string | undefined;
}

export type UpsertBomInput = CreateBomInput | UpdateBomInput;

const parentProducts = recordsReferredTo(product);

/** The BoMs with these folded names, and those with the same names as the BoMs with these ids. */
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

/**
 * The facts about the signatures of each version of BoMs with these `ids`, and of products with
 * these `products` or folded `names` (JSON arrays): a version that is not made yet has only the
 * rules of its product's type. The version is null of a product without BoMs.
 */
const signingOfVersions = statement(() =>
  query
    .select({
      versionId: bomVersion.id,
      productId: product.id,
      signing: signingOf({
        entity: "BomVersion",
        id: "bom_version.id",
        revNo: "bom_version.rev_no",
        productTypeId: "product.product_type_id",
        versionId: "bom_version.id",
      }),
    })
    .from(product)
    .leftJoin(bom, eq(bom.parentProductId, product.id))
    .leftJoin(bomVersion, eq(bomVersion.bomId, bom.id))
    .where(
      or(
        inArray(bom.id, each("ids")),
        inArray(product.id, each("products")),
        inArray(product.nameKey, each("names")),
      ),
    ),
);

/** Whether a request names a version as released: only such a one needs signatures. */
const releases = ({ versions }: UpsertBomInput): boolean =>
  versions?.some(({ status }) => status === "Released") ?? false;

/** Returns the statements that read all facts for the inputs. */
export function loadBomUpsert(inputs: readonly UpsertBomInput[], isCounted: boolean) {
  const parents = idsAndNames(
    inputs.map(({ parentProductID }) => parentProductID),
    inputs.map(({ parentProductName }) => parentProductName),
  );
  const ids = JSON.stringify(inputs.flatMap(({ id }) => id ?? []));
  const updates = inputs.some(({ id }) => id !== undefined);
  return {
    boms: updates ? bomsById({ ids }) : undefined,
    uses: updates ? usesOfVersions({ ids, isCounted }) : undefined,
    named: bomsNamed({ names: foldedNames(inputs.map(({ name }) => name)), ids }),
    products: parentProducts(parents),
    signing: inputs.some(releases)
      ? signingOfVersions({ ids, products: parents.ids, names: parents.names })
      : undefined,
  };
}

export type BomUpsertFacts = RowsOf<ReturnType<typeof loadBomUpsert>>;
