import { and, eq, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Assertion, relyOn, type Revision } from "../engine/index.ts";
import { formatVersion, isSameNumber } from "../bom/bom.ts";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { foldedNames } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { type Slot, type StoredSlot, versionOf } from "./slot.ts";

/** The BoM version to which a slot belongs, as a request names it. */
export interface PlaceInput {
  readonly ParentProductName: string;
  readonly bom: string;
  readonly version: { readonly major: number; readonly minor: number };
}

/** What of the place a request gives. */
export type PlaceGiven = { readonly [Field in keyof PlaceInput]?: PlaceInput[Field] | undefined };

/** What the slots with these ids (a JSON array) have in a column of their BoM. */
const ofStored = (column: "id" | "name_key" | "parent_product_id") => sql`(
  select placed.${sql.raw(column)} from bom_slot
  join bom_version as version on version.id = bom_slot.bom_version_id
  join bom as placed on placed.id = version.bom_id
  where bom_slot.id in ${each("slots")})`;

/**
 * The versions of the BoMs that requests name wholly, or in part for slots that exist; a parent
 * product that has no such BoM is there without one.
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
        or(inArray(bom.nameKey, each("boms")), inArray(bom.nameKey, ofStored("name_key"))),
      ),
    )
    .leftJoin(bomVersion, eq(bomVersion.bomId, bom.id))
    .where(
      or(
        inArray(product.nameKey, each("parents")),
        inArray(product.id, ofStored("parent_product_id")),
      ),
    ),
);
type NamedVersion = ReturnType<ReturnType<typeof versionsNamed>["row"]>;
type Version = { readonly [Field in keyof NamedVersion]: NonNullable<NamedVersion[Field]> };

/** What a slot tells of the BoM version to which it belongs. */
type PlaceFields = Pick<
  Slot,
  "bomVersionId" | "major" | "minor" | "bomId" | "bom" | "parentProductId" | "parentProductName"
>;

/** The BoM versions that slots with these ids may move to, or new ones belong to. */
export const loadVersions = (slotIds: readonly number[], given: readonly PlaceGiven[]) =>
  given.some(({ ParentProductName, bom: named, version }) => ParentProductName ?? named ?? version)
    ? versionsNamed({
        slots: JSON.stringify(slotIds),
        parents: foldedNames(given.map(({ ParentProductName }) => ParentProductName)),
        boms: foldedNames(given.map((one) => one.bom)),
      })
    : undefined;

interface NewlyNamed {
  readonly what: string;
  readonly isActive: boolean;
  readonly pointer: string;
}

/** Where a slot will be: its version, with what the slot tells of it. */
export interface Place {
  readonly fields: PlaceFields;
  /** The versions whose slots the request changes: the new one, and the one before it. */
  readonly versions: readonly Revision[];
  readonly isMoved: boolean;
  /** The BoM and parent product that the slot had not before; `what` names them in a refusal. */
  readonly newlyNamed: readonly NewlyNamed[];
  readonly asserts: readonly Assertion[];
}

/**
 * Finds where a slot is, or is to be (`not_found`): `given` is what of it the request says, and
 * `slot` is null for a new one.
 */
export function requirePlace(
  versions: readonly NamedVersion[],
  wanted: PlaceInput,
  given: PlaceGiven,
  slot: StoredSlot | null,
): Place {
  if (slot && isAt(slot, wanted)) {
    return {
      fields: placeOf(slot),
      versions: [versionOf(slot)],
      isMoved: false,
      newlyNamed: [],
      asserts: [],
    };
  }
  const found = requireVersion(versions, wanted, given);
  const { id, revNo } = found;
  const isMoved = slot !== null && slot.bomVersionId !== id;
  return {
    fields: placeOf({ ...found, bomVersionId: id }),
    versions: [{ id, revNo }, ...(isMoved ? [versionOf(slot)] : [])],
    isMoved,
    newlyNamed: [
      ...(slot?.parentProductId === found.parentProductId
        ? []
        : [
            {
              what: `The product ${found.parentProductName}`,
              isActive: found.parentIsActive,
              pointer: "/ParentProductName",
            },
          ]),
      ...(slot?.bomId === found.bomId
        ? []
        : [
            {
              what: `The BoM ${found.bom}`,
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

/** The version that is wanted. Refuses (`not_found`) what of its name is that of nothing. */
function requireVersion(
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
  // The joins leave null only what was told apart above.
  return found as Version;
}

const placeFields = ["ParentProductName", "bom", "version"] as const;

/** What a slot keeps is not at fault: then it is what the request puts it under. */
function atFault(given: PlaceGiven, field: keyof PlaceInput): string {
  const upTo = placeFields.slice(0, placeFields.indexOf(field) + 1);
  return `/${upTo.findLast((one) => given[one] !== undefined) ?? field}`;
}

const isAt = (known: Omit<PlaceFields, "bomVersionId">, wanted: PlaceInput): boolean =>
  known.parentProductName === wanted.ParentProductName &&
  known.bom === wanted.bom &&
  isSameNumber(known, wanted.version);

const placeOf = (known: PlaceFields): PlaceFields => ({
  bomVersionId: known.bomVersionId,
  major: known.major,
  minor: known.minor,
  bomId: known.bomId,
  bom: known.bom,
  parentProductId: known.parentProductId,
  parentProductName: known.parentProductName,
});
