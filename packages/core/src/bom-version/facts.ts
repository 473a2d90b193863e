import { and, inArray, sql } from "drizzle-orm";
import { type Bom, type BomVersion, formatVersion, isSameNumber, selectBoms } from "../bom/bom.ts";
import { selectSlots, type Slot } from "../bom-slot/slot.ts";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { RowsOf } from "../engine/index.ts";
import { foldedNames, namedFields, requireNamed } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";

/** The number of a BoM version. */
export type VersionNumber = Pick<BomVersion, "major" | "minor">;

/** A BoM and its product, by their names. They are not case sensitive. */
export interface BomAddress {
  readonly parentProductName: string;
  readonly bom: string;
}

const parentsNamed = statement(() =>
  query
    .select({ ...namedFields(product), nameKey: product.nameKey })
    .from(product)
    .where(inArray(product.nameKey, each("parents"))),
);

// The plus stops SQLite from using the index of the names of BoMs: it reads the products first.
const isNamed = () =>
  and(inArray(product.nameKey, each("parents")), sql`+${bom.nameKey} in ${each("boms")}`);

const bomsNamed = statement(() => selectBoms().where(isNamed()));

const slotsOfVersions = statement(() =>
  selectSlots().where(
    and(
      isNamed(),
      inArray(bomVersion.major, each("majors")),
      inArray(bomVersion.minor, each("minors")),
    ),
  ),
);

/** Returns the statements that read BoMs and their products, and the slots of some versions. */
export function loadVersions(inputs: readonly BomAddress[], versions: readonly VersionNumber[]) {
  const names = {
    parents: foldedNames(inputs.map(({ parentProductName }) => parentProductName)),
    boms: foldedNames(inputs.map((input) => input.bom)),
  };
  return {
    parents: parentsNamed(names),
    boms: bomsNamed(names),
    slots: slotsOfVersions({
      ...names,
      majors: JSON.stringify(versions.map(({ major }) => major)),
      minors: JSON.stringify(versions.map(({ minor }) => minor)),
    }),
  };
}
type Facts = RowsOf<ReturnType<typeof loadVersions>>;

/** Returns the BoM that a request names, with its product. Refuses `not_found`. */
export function requireBomNamed(
  { parents, boms }: Pick<Facts, "parents" | "boms">,
  input: BomAddress,
): { readonly parent: Facts["parents"][number]; readonly bom: Bom } {
  const parent = requireNamed(parents, input.parentProductName, "product", "/parentProductName");
  const ofParent = boms.filter(({ parentProductId }) => parentProductId === parent.id);
  return { parent, bom: requireNamed(ofParent, input.bom, `BoM of ${parent.name}`, "/bom") };
}

/** Returns the version of a BoM with a number. Refuses `not_found`. */
export function requireVersion(of: Bom, number: VersionNumber, pointer: string): BomVersion {
  const found = of.versions.find((version) => isSameNumber(version, number));
  if (found) return found;
  const detail = `The BoM ${of.name} of ${of.parentProductName} has no version ${formatVersion(number)}.`;
  throw refusalAt("not_found", pointer, detail);
}

/** Returns the slots of a version, in the order in which they were made. */
export const slotsOf = (slots: readonly Slot[], version: BomVersion): readonly Slot[] =>
  slots
    .filter(({ bomVersionId }) => bomVersionId === version.id)
    .toSorted((left, right) => left.id - right.id);
