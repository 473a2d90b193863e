import { and, eq, inArray, or, sql } from "drizzle-orm";
import { type Assertion, relyOn } from "../engine/assertions.ts";
import { formatVersion } from "../bom/bom.ts";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import type { Revision } from "../engine/entities.ts";
import { foldedNames } from "../rules/named.ts";
import { notFound, type Slot, type StoredSlot, versionOf } from "./slot.ts";

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

/** The versions of the BoMs that requests name wholly, or in part for slots that exist. */
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
    .from(bomVersion)
    .innerJoin(bom, eq(bom.id, bomVersion.bomId))
    .innerJoin(product, eq(product.id, bom.parentProductId))
    .where(
      and(
        or(
          inArray(product.nameKey, each("parents")),
          inArray(product.id, ofStored("parent_product_id")),
        ),
        or(inArray(bom.nameKey, each("boms")), inArray(bom.nameKey, ofStored("name_key"))),
      ),
    ),
);
type Version = ReturnType<ReturnType<typeof versionsNamed>["row"]>;

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

/** Finds where a slot is, or is to be (`not_found`); `slot` is null for a new one. */
export function requirePlace(
  versions: readonly Version[],
  wanted: PlaceInput,
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
  const found = versions.find((version) => isAt(version, wanted));
  if (!found) {
    throw notFound(
      "/version",
      `${wanted.ParentProductName} has no BoM ${wanted.bom} with a version ${formatVersion(wanted.version)}.`,
    );
  }
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
        : [{ what: `The BoM ${found.bom}`, isActive: found.bomIsActive, pointer: "/bom" }]),
    ],
    asserts: [
      relyOn("Bom", { id: found.bomId, revNo: found.bomRevNo }),
      relyOn("Product", { id: found.parentProductId, revNo: found.parentRevNo }),
    ],
  };
}

const isAt = (known: Omit<PlaceFields, "bomVersionId">, wanted: PlaceInput): boolean =>
  known.parentProductName === wanted.ParentProductName &&
  known.bom === wanted.bom &&
  known.major === wanted.version.major &&
  known.minor === wanted.version.minor;

const placeOf = (known: PlaceFields): PlaceFields => ({
  bomVersionId: known.bomVersionId,
  major: known.major,
  minor: known.minor,
  bomId: known.bomId,
  bom: known.bom,
  parentProductId: known.parentProductId,
  parentProductName: known.parentProductName,
});
