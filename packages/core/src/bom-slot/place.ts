import { and, eq, inArray, or, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Assertion, relyOn, type Revision } from "../engine/index.ts";
import {
  checkPlace,
  type PlaceNamed,
  type PlaceRequest,
  pointerOfLevel,
  versionName,
  wantedNames,
} from "../bom/place.ts";
import { bom, bomVersion, product } from "../database/schema/index.ts";
import { noFaults, refuseContradictions, refuseMissing } from "../rules/id-and-name.ts";
import { foldedNames } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { pinningOrders } from "../works-order/order.ts";
import { type Slot, type StoredSlot, versionOf } from "./slot.ts";

/** The BoM version of a slot, as a request names it. */
export interface PlaceInput {
  readonly ParentProductName: string;
  readonly bom: string;
  readonly version: { readonly major: number; readonly minor: number };
}

/** The ids of the place. An absent id changes nothing. */
interface PlaceIds {
  readonly parentProductID?: number | undefined;
  readonly bomID?: number | undefined;
  readonly bomVersionID?: number | undefined;
}

/** The parts of the place that a request names. */
export type PlaceGiven = {
  readonly [Field in keyof PlaceInput]?: PlaceInput[Field] | undefined;
} & PlaceIds;

/** Selects a column of the BoMs of the `slots` with these ids (a JSON array). */
const ofStoredPlaces = (column: "id" | "name_key" | "parent_product_id") => sql`(
  select placed.${sql.raw(column)} from bom_slot
  join bom_version as version on version.id = bom_slot.bom_version_id
  join bom as placed on placed.id = version.bom_id
  where bom_slot.id in ${each("slots")})`;

/** Selects a column of the BoMs with the ids `bomIds`, and of those of the versions `versionIds`. */
const ofPlaceIds = (column: "id" | "parent_product_id") => sql`(
  select ${sql.raw(column)} from bom where id in ${each("bomIds")}
  or id in (select bom_id from bom_version where id in ${each("versionIds")}))`;

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
      worksOrders: pinningOrders(bomVersion.id),
    })
    .from(product)
    .leftJoin(
      bom,
      and(
        eq(bom.parentProductId, product.id),
        or(
          inArray(bom.nameKey, each("boms")),
          inArray(bom.nameKey, ofStoredPlaces("name_key")),
          inArray(bom.id, ofPlaceIds("id")),
        ),
      ),
    )
    .leftJoin(bomVersion, eq(bomVersion.bomId, bom.id))
    .where(
      or(
        inArray(product.nameKey, each("parents")),
        inArray(product.id, each("parentIds")),
        inArray(product.id, ofStoredPlaces("parent_product_id")),
        inArray(product.id, ofPlaceIds("parent_product_id")),
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
export function loadVersions(
  slotIds: readonly number[],
  given: readonly PlaceGiven[],
  isCounted: boolean,
) {
  const isNamed = given.some((one) => placeKeys.some((key) => one[key] !== undefined));
  if (!isNamed) return undefined;
  const idsOf = (key: keyof PlaceIds) => JSON.stringify(given.flatMap((one) => one[key] ?? []));
  return versionsNamed({
    slots: JSON.stringify(slotIds),
    parents: foldedNames(given.map(({ ParentProductName }) => ParentProductName)),
    boms: foldedNames(given.map((one) => one.bom)),
    parentIds: idsOf("parentProductID"),
    bomIds: idsOf("bomID"),
    versionIds: idsOf("bomVersionID"),
    isCounted,
  });
}

interface NewlyNamed {
  /** The name of the record at the beginning of a sentence. */
  readonly subject: string;
  readonly isActive: boolean;
  readonly pointer: string;
}

/** The place of a slot after a write. */
export interface Place {
  readonly fields: PlaceFields;
  /** The works orders that pin its version, by `countIfRequested`. */
  readonly worksOrders: number;
  /** The versions whose slots change: that of the slot and, if it moves, the previous one. */
  readonly versions: readonly Revision[];
  readonly isMoved: boolean;
  /** The BoM and the parent product if they are new to the slot. */
  readonly newlyNamed: readonly NewlyNamed[];
  readonly asserts: readonly Assertion[];
}

/** The fields of a place in a body, by level. */
const fieldsOfPlace = {
  ids: { product: "parentProductID", bom: "bomID", version: "bomVersionID" },
  names: { product: "ParentProductName", bom: "bom", version: "version" },
} as const;

/** Returns the ids and names of a place that was read. */
const namedPlace = (known: PlaceFields | NamedVersion): PlaceNamed => ({
  ids: {
    product: known.parentProductId,
    bom: known.bomId,
    version: "bomVersionId" in known ? known.bomVersionId : known.id,
  },
  names: { product: known.parentProductName, bom: known.bom, version: versionName(known) },
});

/**
 * Returns the place that a request wants for a slot. Refuses `not_found`, and ids and names that
 * contradict each other (`details_contradict`). `slot` is null for a new one.
 */
export function requirePlace(
  versions: readonly NamedVersion[],
  given: PlaceGiven,
  slot: StoredSlot | null,
): Place {
  const { parentProductID, bomID, bomVersionID, ParentProductName, bom: name } = given;
  const request: PlaceRequest = {
    stored: slot ? namedPlace(slot) : undefined,
    sent: {
      ids: { product: parentProductID, bom: bomID, version: bomVersionID },
      names: { product: ParentProductName, bom: name, version: versionName(given.version) },
    },
    isSameName: (left, right) => left === right,
    fields: fieldsOfPlace,
  };
  const faults = noFaults();
  const wanted = wantedNames(request, versions.map(namedPlace), faults);
  refuseMissing(faults);
  if (slot && isAt(slot, wanted)) {
    return {
      fields: placeFieldsOf(slot),
      worksOrders: slot.worksOrders,
      versions: [versionOf(slot)],
      isMoved: false,
      newlyNamed: [],
      asserts: [],
    };
  }
  const found = requireVersionNamed(versions, wanted, request);
  checkPlace(request, namedPlace(found), faults);
  refuseContradictions(faults);
  const { id, revNo } = found;
  const isMoved = slot !== null && slot.bomVersionId !== id;
  return {
    fields: placeFieldsOf({ ...found, bomVersionId: id }),
    worksOrders: found.worksOrders,
    versions: [{ id, revNo }, ...(isMoved ? [versionOf(slot)] : [])],
    isMoved,
    newlyNamed: newlyNamedIn(found, slot, request),
    asserts: [
      relyOn("Bom", { id: found.bomId, revNo: found.bomRevNo }),
      relyOn("Product", { id: found.parentProductId, revNo: found.parentRevNo }),
    ],
  };
}

/** Returns the parent product and the BoM of a place, where they are new to the slot. */
function newlyNamedIn(
  found: Version,
  slot: StoredSlot | null,
  request: PlaceRequest,
): readonly NewlyNamed[] {
  const parent = {
    subject: `The product ${found.parentProductName}`,
    isActive: found.parentIsActive,
    pointer: pointerOfLevel(request, "product"),
  };
  const own = {
    subject: `The BoM ${found.bom}`,
    isActive: found.bomIsActive,
    pointer: pointerOfLevel(request, "bom"),
  };
  return [
    ...(slot?.parentProductId === found.parentProductId ? [] : [parent]),
    ...(slot?.bomId === found.bomId ? [] : [own]),
  ];
}

/** Returns the version that a request wants, or refuses (`not_found`) the first unknown part. */
function requireVersionNamed(
  versions: readonly NamedVersion[],
  { product: parent, bom: name, version }: ReturnType<typeof wantedNames>,
  request: PlaceRequest,
): Version {
  const ofParent = versions.filter(({ parentProductName }) => parentProductName === parent);
  if (ofParent.length === 0)
    throw refusalAt(
      "not_found",
      pointerOfLevel(request, "product"),
      `No product is named ${parent}.`,
    );
  const ofBom = ofParent.filter((one) => one.bom === name);
  if (ofBom.length === 0)
    throw refusalAt(
      "not_found",
      pointerOfLevel(request, "bom"),
      `${parent} has no BoM named ${name}.`,
    );
  const found = ofBom.find((one) => versionName(one) === version);
  if (!found)
    throw refusalAt(
      "not_found",
      pointerOfLevel(request, "version"),
      `The BoM ${name} of ${parent} has no version ${version}.`,
    );
  // Rows with nulls have no BoM or version, and were excluded above.
  return found as Version;
}

const placeKeys = [
  "parentProductID",
  "ParentProductName",
  "bomID",
  "bom",
  "bomVersionID",
  "version",
] as const;

const isAt = (
  known: Omit<PlaceFields, "bomVersionId">,
  wanted: ReturnType<typeof wantedNames>,
): boolean =>
  known.parentProductName === wanted.product &&
  known.bom === wanted.bom &&
  versionName(known) === wanted.version;

const placeFieldsOf = (known: PlaceFields): PlaceFields => ({
  bomVersionId: known.bomVersionId,
  major: known.major,
  minor: known.minor,
  bomId: known.bomId,
  bom: known.bom,
  parentProductId: known.parentProductId,
  parentProductName: known.parentProductName,
});
