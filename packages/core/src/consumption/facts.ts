import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  bomSlot,
  bomVersion,
  build,
  materialItem,
  product,
  slotCandidate,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";
import { releasedVersion } from "../material-item/item.ts";

/** Where a body names the item that is built into, and the one that is consumed. */
export const ofParent = "/parentSerialNo";
export const ofChild = "/childSerialNo";

const useUnit = alias(unitOfMeasure, "use_unit");
const baseUnit = alias(unitOfMeasure, "base_unit");

/** A candidate with its slot and the factors that bring its quantities to the child's base unit. */
const candidateFields = () => ({
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
});

// Orders of magnitude fewer slots than builds: the parents' versions are found by a condition.
const versionsOf = (condition: SQL) => sql`(
  select coalesce(works_order.bom_version_id, ${releasedVersion(sql`parent.product_id`)})
  from material_item as parent left join works_order on works_order.id = parent.works_order_id
  where ${condition})`;

// What a build of a batch receives may be the parent of one that follows it.
const versionsOfParents = () => sql`(
  select * from ${versionsOf(sql`parent.serial_key in ${each("parents")}`)}
  union all select ${releasedVersion(sql`received.id`)} from product as received
  where received.name_key in ${each("products")})`;

/** The BoM versions that the items with one of these ids or folded serials are built by. */
export const versionsOfItems = () =>
  versionsOf(sql`(parent.id in ${each("ids")} or parent.serial_key in ${each("serials")})`);

/** By which version an item of these products (folded names) is built that is of no works order. */
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
    .select({ ...candidateFields(), ...more })
    .from(slotCandidate)
    .innerJoin(bomSlot, eq(bomSlot.id, slotCandidate.bomSlotId))
    .innerJoin(product, eq(product.id, slotCandidate.productId))
    .innerJoin(baseUnit, eq(baseUnit.id, product.baseUnitId))
    .leftJoin(useUnit, eq(useUnit.id, slotCandidate.useUomId))
    .where(and(inArray(bomSlot.bomVersionId, versions), some))
    .orderBy(slotCandidate.bomSlotId, slotCandidate.id);

/** All candidates of the slots of the BoM versions that a subquery gives. */
export const candidatesOf = (versions: SQL) => candidatesWith({}, versions);

/** The same with the names of their products and of the units in which those are built. */
export const namedCandidatesOf = (versions: SQL) =>
  candidatesWith(
    { product: sql<string>`${product.name}`, unit: sql<string>`${baseUnit.name}` },
    versions,
  );
export type Candidate = RowOf<ReturnType<typeof candidatesOf>>;

// A BoM may have hundreds of slots: a build reads only those that take one of its children.
const takesChildren = (slot: SQLiteColumn) => sql`exists (
  select 1 from slot_candidate as taking where taking.bom_slot_id = ${slot}
  and taking.product_id in (
    select product_id from material_item where serial_key in ${each("children")}
    union all select id from product where name_key in ${each("products")}))`;

type BuiltInto = readonly (readonly [parentId: number, netQty: number])[];

// Asked of each such candidate: all that is built into the parent may be much more.
const builtOfEach = () =>
  sql<BuiltInto>`(
  select json_group_array(json_array(parent_id, net_qty)) from (
    select parent_id, sum(qty - removed_qty) as net_qty from build
    where candidate_id = ${slotCandidate.id}
    and parent_id in (select id from material_item where serial_key in ${each("parents")})
    group by parent_id))`.mapWith((text: string) => JSON.parse(text) as BuiltInto);

/**
 * All candidates of the slots that parents with these folded serials are built by, and that take
 * an item with one of the serials `children` or of one of the `products`, all folded; each with
 * what is built of it into these parents, net.
 */
export const candidatesOfParents = statement(() =>
  candidatesWith({ built: builtOfEach() }, versionsOfParents(), takesChildren(bomSlot.id)),
);

/** What is built into each of the items that a subquery of ids gives, net, by candidate. */
export const builtInto = (parents: SQL) =>
  query
    .select({ parentId: sql<number>`parent.id`.mapWith(Number), builtQty: builtOfParent() })
    .from(sql`${parents} as parent`);

type BuiltQty = ReadonlyMap<number, number>;

// As one text: into the items of an order hundreds of thousands of candidates may be built.
const builtOfParent = () =>
  sql<BuiltQty>`(
  select json_group_array(json_array(candidate_id, net_qty)) from (
    select candidate_id, sum(qty - removed_qty) as net_qty from build
    where parent_id = parent.id
    group by candidate_id))`.mapWith(
    (text: string): BuiltQty => new Map(JSON.parse(text) as [number, number][]),
  );

/**
 * Everything that parents with these folded serials are built into, at any level, by net links:
 * the root is the parent itself.
 */
export const ancestorsOfParents = statement(() =>
  query
    .select({
      rootId: sql<number>`above.root_id`.mapWith(Number).as("root_id"),
      id: sql<number>`above.id`.mapWith(Number).as("ancestor_id"),
      // Looked up by id: as a join, SQLite would scan all items to find the few that are above.
      revNo: sql<number>`(select rev_no from material_item where id = above.id)`
        .mapWith(Number)
        .as("ancestor_rev"),
    })
    .from(
      sql`(with recursive above (root_id, id) as (
        select id, id from material_item where serial_key in ${each("parents")}
        union
        select above.root_id, build.parent_id from above join build on build.child_id = above.id
        where build.removed_qty < build.qty
      ) select root_id, id from above) as above`,
    )
    .where(sql`above.id <> above.root_id`),
);

const parent = alias(materialItem, "parent");
const child = alias(materialItem, "child");

/**
 * Builds of which something is left, latest first, of pairs of a parent and a child: their folded
 * serials, each pair once. From each pair to its builds: of a list of parents and one of children,
 * SQLite would look up every child in every parent.
 */
export const buildsBetween = statement(() =>
  query
    .select({
      id: build.id,
      parentId: build.parentId,
      childId: build.childId,
      bomSlotId: build.bomSlotId,
      candidateId: build.candidateId,
      qty: build.qty,
      removedQty: build.removedQty,
    })
    .from(sql`json_each(${sql.placeholder("pairs")}) as pair`)
    .crossJoin(parent)
    .crossJoin(child)
    .crossJoin(build)
    .where(
      and(
        eq(parent.serialKey, sql`pair.value ->> 0`),
        eq(child.serialKey, sql`pair.value ->> 1`),
        eq(build.parentId, parent.id),
        eq(build.childId, child.id),
        lt(build.removedQty, build.qty),
      ),
    )
    .orderBy(sql`${build.id} desc`),
);
export type BuildRow = ReturnType<ReturnType<typeof buildsBetween>["row"]>;

const slotsById = statement(() =>
  query
    .select({ id: bomSlot.id })
    .from(bomSlot)
    .where(inArray(bomSlot.id, each("slots"))),
);

/** What picks one of the slots of a parent. */
interface SlotChoice {
  readonly bomSlotID?: number | null | undefined;
}

/** Finds the slots that inputs pick; undefined where none does. */
export function slotsChosen(inputs: readonly SlotChoice[]) {
  const slots = inputs.flatMap(({ bomSlotID }) => bomSlotID ?? []);
  return slots.length > 0 ? slotsById({ slots: JSON.stringify(slots) }) : undefined;
}

/** The slot that an input picks, if it does; refuses (`not_found`) one that there is not. */
export function requireChosen(
  slots: readonly { readonly id: number }[],
  { bomSlotID }: SlotChoice,
): number | undefined {
  if (bomSlotID == null || slots.some(({ id }) => id === bomSlotID)) return bomSlotID ?? undefined;
  throw refusalAt("not_found", "/bomSlotID", `No BoM slot has the id ${bomSlotID}.`);
}
