import { and, eq, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Assertion, relyOn, type Revision } from "../engine/index.ts";
import { formatVersion, isSameNumber } from "../bom/bom.ts";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { foldedNames } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { type Slot, type StoredSlot, versionOf } from "./slot.ts";

/** The BoM version of a slot, as a request names it. */
export interface PlaceInput {
  readonly ParentProductName: string;
  readonly bom: string;
  readonly version: { readonly major: number; readonly minor: number };
}

/** The parts of the place that a request names. */
export type PlaceGiven = { readonly [Field in keyof PlaceInput]?: PlaceInput[Field] | undefined };

/** Selects a column of the BoMs of the `slots` with these ids (a JSON array). */
const ofStoredPlaces = (column: "id" | "name_key" | "parent_product_id") => sql`(
  select placed.${sql.raw(column)} from bom_slot
  join bom_version as version on version.id = bom_slot.bom_version_id
  join bom as placed on placed.id = version.bom_id
  where bom_slot.id in ${each("slots")})`;

/**
 * The versions of the BoMs that requests name. For an existing slot, they can name parts of the
 * place. A parent product without a matching BoM has one row, with nulls for the BoM.
 */
const versionsNamed = statement(() =>
  query
    .select({
      id: bomVersion.id,
      revNo: bomVersion.revNo,
      major: bomVersion.major,
      minor: bomVersion.minor,
      bomId: bom.id,
      bomRevNo: bom.revNo,
      bom: bom.name,
      bomIsActive: bom.isActive,
      parentProductId: product.id,
      parentRevNo: product.revNo,
      parentProductName: product.name,
      parentIsActive: product.isActive,
    })
    .from(product)
    .leftJoin(
      bom,
      and(
        eq(bom.parentProductId, product.id),
        or(inArray(bom.nameKey, each("boms")), inArray(bom.nameKey, ofStoredPlaces("name_key"))),
      ),
    )
    .leftJoin(bomVersion, eq(bomVersion.bomId, bom.id))
    .where(
      or(
        inArray(product.nameKey, each("parents")),
        inArray(product.id, ofStoredPlaces("parent_product_id")),
      ),
    ),
);
type NamedVersion = ReturnType<ReturnType<typeof versionsNamed>["row"]>;
type Version = { readonly [Field in keyof NamedVersion]: NonNullable<NamedVersion[Field]> };

/** The fields of a slot that describe its BoM version. */
type PlaceFields = Pick<
  Slot,
  "bomVersionId" | "major" | "minor" | "bomId" | "bom" | "parentProductId" | "parentProductName"
>;

/** Returns the statement that reads the BoM versions that requests name, if they name any. */
export const loadVersions = (slotIds: readonly number[], given: readonly PlaceGiven[]) =>
  given.some(({ ParentProductName, bom: named, version }) => ParentProductName ?? named ?? version)
    ? versionsNamed({
        slots: JSON.stringify(slotIds),
        parents: foldedNames(given.map(({ ParentProductName }) => ParentProductName)),
        boms: foldedNames(given.map((one) => one.bom)),
      })
    : undefined;

interface NewlyNamed {
  /** The name of the record at the beginning of a sentence. */
  readonly subject: string;
  readonly isActive: boolean;
  readonly pointer: string;
}

/** The place of a slot after a write. */
export interface Place {
  readonly fields: PlaceFields;
  /** The versions whose slots change: that of the slot and, if it moves, the previous one. */
  readonly versions: readonly Revision[];
  readonly isMoved: boolean;
  /** The BoM and the parent product if they are new to the slot. */
  readonly newlyNamed: readonly NewlyNamed[];
  readonly asserts: readonly Assertion[];
}

/**
 * Returns the place that a request wants for a slot, or refuses (`not_found`). `given` has the
 * parts that the request names. `slot` is null for a new one.
 */
export function requirePlace(
  versions: readonly NamedVersion[],
  wanted: PlaceInput,
  given: PlaceGiven,
  slot: StoredSlot | null,
): Place {
  if (slot && isAt(slot, wanted)) {
    return {
      fields: placeFieldsOf(slot),
      versions: [versionOf(slot)],
      isMoved: false,
      newlyNamed: [],
      asserts: [],
    };
  }
  const found = requireVersionNamed(versions, wanted, given);
  const { id, revNo } = found;
  const isMoved = slot !== null && slot.bomVersionId !== id;
  return {
    fields: placeFieldsOf({ ...found, bomVersionId: id }),
    versions: [{ id, revNo }, ...(isMoved ? [versionOf(slot)] : [])],
    isMoved,
    newlyNamed: [
      ...(slot?.parentProductId === found.parentProductId
        ? []
        : [
            {
              subject: `The product ${found.parentProductName}`,
              isActive: found.parentIsActive,
              pointer: "/ParentProductName",
            },
          ]),
      ...(slot?.bomId === found.bomId
        ? []
        : [
            {
              subject: `The BoM ${found.bom}`,
              isActive: found.bomIsActive,
              pointer: atFault(given, "bom"),
            },
          ]),
    ],
    asserts: [
      relyOn("Bom", { id: found.bomId, revNo: found.bomRevNo }),
      relyOn("Product", { id: found.parentProductId, revNo: found.parentRevNo }),
    ],
  };
}

/** Returns the version that a request wants, or refuses (`not_found`) the first unknown part. */
function requireVersionNamed(
  versions: readonly NamedVersion[],
  wanted: PlaceInput,
  given: PlaceGiven,
): Version {
  const { ParentProductName: parent, bom: name, version } = wanted;
  const ofParent = versions.filter(({ parentProductName }) => parentProductName === parent);
  if (ofParent.length === 0)
    throw refusalAt(
      "not_found",
      atFault(given, "ParentProductName"),
      `No product is named ${parent}.`,
    );
  const ofBom = ofParent.filter((one) => one.bom === name);
  if (ofBom.length === 0)
    throw refusalAt("not_found", atFault(given, "bom"), `${parent} has no BoM named ${name}.`);
  const found = ofBom.find((one) => isSameNumber(one, version));
  if (!found) {
    const number = formatVersion(version);
    throw refusalAt(
      "not_found",
      atFault(given, "version"),
      `The BoM ${name} of ${parent} has no version ${number}.`,
    );
  }
  // Rows with nulls have no BoM or version, and were excluded above.
  return found as Version;
}

const placeFields = ["ParentProductName", "bom", "version"] as const;

/** Returns the pointer of a part; if the request does not name it, that of the part above it. */
function atFault(given: PlaceGiven, field: keyof PlaceInput): string {
  const upTo = placeFields.slice(0, placeFields.indexOf(field) + 1);
  return `/${upTo.findLast((one) => given[one] !== undefined) ?? field}`;
}

const isAt = (known: Omit<PlaceFields, "bomVersionId">, wanted: PlaceInput): boolean =>
  known.parentProductName === wanted.ParentProductName &&
  known.bom === wanted.bom &&
  isSameNumber(known, wanted.version);

const placeFieldsOf = (known: PlaceFields): PlaceFields => ({
  bomVersionId: known.bomVersionId,
  major: known.major,
  minor: known.minor,
  bomId: known.bomId,
  bom: known.bom,
  parentProductId: known.parentProductId,
  parentProductName: known.parentProductName,
});
