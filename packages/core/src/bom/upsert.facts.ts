import { inArray, or } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { RowsOf } from "../engine/index.ts";
import { bom, type BomStatus, product } from "../database/schema/index.ts";
import { foldedNames, idsAndNames, recordsReferredTo } from "../rules/named.ts";
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

/** Returns the statements that read all facts for the inputs. */
export function loadBomUpsert(inputs: readonly UpsertBomInput[], isCounted: boolean) {
  const ids = JSON.stringify(inputs.flatMap(({ id }) => id ?? []));
  const updates = inputs.some(({ id }) => id !== undefined);
  return {
    boms: updates ? bomsById({ ids }) : undefined,
    uses: updates ? usesOfVersions({ ids, isCounted }) : undefined,
    named: bomsNamed({ names: foldedNames(inputs.map(({ name }) => name)), ids }),
    products: parentProducts(
      idsAndNames(
        inputs.map(({ parentProductID }) => parentProductID),
        inputs.map(({ parentProductName }) => parentProductName),
      ),
    ),
  };
}

export type BomUpsertFacts = RowsOf<ReturnType<typeof loadBomUpsert>>;
