import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  bomSlot,
  bomVersion,
  product,
  slotCandidate,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { versionBefore, versionChanges } from "../database/former-version.ts";
import { listedNamesMax } from "../rules/named.ts";
import { refusalAt } from "../refusal.ts";
import { releasedVersion, versionToBuildBy } from "../material-item/item.ts";

/** The places in a body of the item that is built into, and of the item that is consumed. */
export const parentPointer = "/parentSerialNo";
export const childPointer = "/childSerialNo";

const pickedSlots = statement(() =>
  query
    .select({
      id: bomSlot.id,
      bomVersionId: bomSlot.bomVersionId,
      description: bomSlot.description,
      isActive: bomSlot.isActive,
      // One more than is named, to see whether there are others.
      products: sql<readonly string[]>`(
        select json_group_array(name) from (
          select product.name || coalesce(' version ' || taking.version, '') as name
          from slot_candidate as taking join product on product.id = taking.product_id
          where taking.bom_slot_id = bom_slot.id and taking.is_active
          order by taking.is_default desc, taking.id limit ${sql.raw(String(listedNamesMax + 1))}
        ))`.mapWith((text: string) => JSON.parse(text) as readonly string[]),
    })
    .from(bomSlot)
    .where(inArray(bomSlot.id, each("slots"))),
);

/** A slot that an input picks, with the first products that it takes. */
export type ChosenSlot = ReturnType<ReturnType<typeof pickedSlots>["row"]>;

/** The part of an input that picks a slot of the parent. */
interface SlotChoice {
  readonly bomSlotID?: number | null | undefined;
}

/** Reads the slots that inputs pick; undefined if no input does. */
export function slotsChosen(inputs: readonly SlotChoice[]) {
  const slots = inputs.flatMap(({ bomSlotID }) => bomSlotID ?? []);
  return slots.length > 0 ? pickedSlots({ slots: JSON.stringify(slots) }) : undefined;
}

/** Returns the slot that an input picks, if any; refuses (`not_found`) an unknown one. */
export function requireChosen(
  slots: readonly ChosenSlot[],
  { bomSlotID }: SlotChoice,
): ChosenSlot | undefined {
  if (bomSlotID == null) return undefined;
  const found = slots.find(({ id }) => id === bomSlotID);
  if (found) return found;
  throw refusalAt("not_found", "/bomSlotID", `No BoM slot has the id ${bomSlotID}.`);
}

const useUnit = alias(unitOfMeasure, "use_unit");
const baseUnit = alias(unitOfMeasure, "base_unit");

/**
 * A candidate with its slot, the factors that convert its quantities to the child's base unit, and
 * the decimals in which the child is kept.
 */
const buildCandidateFields = () => ({
  candidateId: slotCandidate.id,
  bomSlotId: slotCandidate.bomSlotId,
  bomVersionId: bomSlot.bomVersionId,
  isRequired: bomSlot.isRequired,
  slotIsActive: bomSlot.isActive,
  candidateIsActive: slotCandidate.isActive,
  isDefault: slotCandidate.isDefault,
  productId: slotCandidate.productId,
  version: slotCandidate.version,
  qty: slotCandidate.qty,
  minQty: slotCandidate.minQty,
  maxQty: slotCandidate.maxQty,
  useFactor: sql<number>`coalesce(${useUnit.factor}, ${baseUnit.factor})`.mapWith(Number),
  baseFactor: baseUnit.factor,
  inventoryDecimalPlaces: product.inventoryDecimalPlaces,
});

// The versions that parents are built by, as a subquery: a condition finds the parents.
const versionsOf = (condition: SQL) => sql`(
  select ${versionToBuildBy("parent")}
  from material_item as parent left join works_order on works_order.id = parent.works_order_id
  where ${condition})`;

// An item that one build of a batch receives can be the parent of a later build.
const versionsOfParents = () => sql`(
  select * from ${versionsOf(sql`parent.serial_key in ${each("parents")}`)}
  union all select ${releasedVersion(sql`received.id`)} from product as received
  where received.name_key in ${each("products")})`;

/** The BoM versions that items with one of these ids or folded serials are built by. */
export const versionsOfItems = () =>
  versionsOf(sql`(parent.id in ${each("ids")} or parent.serial_key in ${each("serials")})`);

/** The same, and the versions that these items were built by before ChangeVersion. */
export const versionsEverOfItems = () => sql`(
  select * from ${versionsOfItems()} union select ${versionBefore()}
  from ${versionChanges(sql`(select id from material_item
    where id in ${each("ids")} or serial_key in ${each("serials")})`)})`;

/**
 * Reads the versions that items without a works order are built by, for products (folded names).
 */
export const versionsOfProducts = statement(() =>
  query
    .select({
      productId: product.id,
      bomVersionId: bomVersion.id,
      bomVersionRevNo: bomVersion.revNo,
    })
    .from(product)
    .innerJoin(bomVersion, eq(bomVersion.id, releasedVersion(product.id)))
    .where(inArray(product.nameKey, each("products"))),
);

const candidatesWith = <More extends Readonly<Record<string, SQL>>>(
  more: More,
  versions: SQL,
  some?: SQL,
) =>
  query
    .select({ ...buildCandidateFields(), ...more })
    .from(slotCandidate)
    .innerJoin(bomSlot, eq(bomSlot.id, slotCandidate.bomSlotId))
    .innerJoin(product, eq(product.id, slotCandidate.productId))
    .innerJoin(baseUnit, eq(baseUnit.id, product.baseUnitId))
    .leftJoin(useUnit, eq(useUnit.id, slotCandidate.useUomId))
    .where(and(inArray(bomSlot.bomVersionId, versions), some))
    .orderBy(slotCandidate.bomSlotId, slotCandidate.id);

/** Selects all candidates of the slots of the BoM versions that a subquery returns. */
export const candidatesOf = (versions: SQL) => candidatesWith({}, versions);

export type Candidate = RowOf<ReturnType<typeof candidatesOf>>;

/** The names in messages about a candidate: its slot, its product and the product's base unit. */
const namesOfCandidate = () => ({
  slot: sql<string>`${bomSlot.description}`,
  product: sql<string>`${product.name}`,
  unit: sql<string>`${baseUnit.name}`,
});

/** Selects the same, with the names of their slots, products and units. */
export const namedCandidatesOf = (versions: SQL) => candidatesWith(namesOfCandidate(), versions);
export type NamedCandidate = RowOf<ReturnType<typeof namedCandidatesOf>>;

// A BoM can have hundreds of slots: a build reads only those that take one of its children.
const takesChildren = (slot: SQLiteColumn) => sql`exists (
  select 1 from slot_candidate as taking where taking.bom_slot_id = ${slot}
  and taking.product_id in (
    select product_id from material_item where serial_key in ${each("children")}
    union all select id from product where name_key in ${each("products")}))`;

type BuiltInto = readonly (readonly [parentId: number, netQty: number])[];

// Read for each of these candidates: much more can be built into the parent.
const builtOfEach = () =>
  sql<BuiltInto>`(
  select json_group_array(json_array(parent_id, net_qty)) from (
    select parent_id, sum(qty - removed_qty) as net_qty from build
    where candidate_id = ${slotCandidate.id}
    and parent_id in (select id from material_item where serial_key in ${each("parents")})
    group by parent_id))`.mapWith((text: string) => JSON.parse(text) as BuiltInto);

/**
 * Reads the candidates of the slots of `parents` that take one of the `children` or an item of one
 * of the `products`. Serials and names are folded. Each candidate has its names and its net built
 * quantities.
 */
export const candidatesOfParents = statement(() => selectCandidatesOfParents());

const selectCandidatesOfParents = () =>
  candidatesWith(
    { ...namesOfCandidate(), built: builtOfEach() },
    versionsOfParents(),
    takesChildren(bomSlot.id),
  );

/** Reads the same of all slots of the parents: what they take, for a refusal. */
export const allCandidatesOfParents = statement(() =>
  candidatesWith(
    {
      ...namesOfCandidate(),
      built: builtOfEach(),
      productSuid: sql<string | null>`${product.suid}`,
    },
    versionsOfParents(),
  ),
);

/** A candidate as a Build reads it. Only the load for a refusal has the SUID of its product. */
export type BuildCandidate = RowOf<ReturnType<typeof selectCandidatesOfParents>> & {
  readonly productSuid?: string | null;
};

/**
 * Selects the net quantity of each candidate that is built into items, whose ids a subquery
 * returns.
 */
export const builtInto = (parents: SQL) =>
  query
    .select({ parentId: sql<number>`parent.id`.mapWith(Number), builtQty: builtOfParent() })
    .from(sql`${parents} as parent`);

type BuiltQty = ReadonlyMap<number, number>;

// As one text: hundreds of thousands of candidates can be built into the items of an order.
const builtOfParent = () =>
  sql<BuiltQty>`(
  select json_group_array(json_array(candidate_id, net_qty)) from (
    select candidate_id, sum(qty - removed_qty) as net_qty from build
    where parent_id = parent.id
    group by candidate_id))`.mapWith(
    (text: string): BuiltQty => new Map(JSON.parse(text) as [number, number][]),
  );
