import { eq, getTableColumns, inArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import {
  bomVersion,
  caseData,
  currency,
  holdReason,
  location,
  materialItem,
  materialStatus,
  ownershipType,
  product,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import { type HoldOfBatch, holdsOfBatch, parseHoldsOfBatch } from "../database/held-items.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, type Statement, statement } from "../database/statement.ts";
import { type Assertion, relyOn, type Row } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { formatTime, type MeasuredProduct } from "../rules/limits.ts";
import { type NamedItem, Refusal, refusalAt } from "../refusal.ts";
import { allHoldsOf, isOnHold } from "./holds.ts";
import { type Signing, signingOf } from "../signature/gate.facts.ts";
import { type Hold, holdOfItem, refusedHold } from "./refused-item.ts";

/** One entry of an item's case data. */
export interface CaseEntry {
  readonly id: number;
  readonly revNo: number;
  readonly caseDataDefinitionId: number;
  readonly name: string;
  readonly value: string | null;
}

const parseNames = (text: string) => JSON.parse(text) as readonly string[] | null;

// The cross join keeps the order of the ids in the column.
/** The names of the further reasons. */
const furtherHoldReasons = () =>
  sql<readonly string[] | null>`case when ${materialItem.furtherHoldReasonIds} is not null then (
    select json_group_array(further.name)
    from json_each(${materialItem.furtherHoldReasonIds}) as each
    cross join hold_reason as further on further.id = each.value) end`.mapWith(parseNames);

const parseCaseData = (text: string) => JSON.parse(text) as readonly CaseEntry[];
const parseContainer = (text: string) => JSON.parse(text) as NamedItem | null;

/** The names behind the references of an item, as responses show them. */
const shownWithItem = () => ({
  productName: product.name,
  status: materialStatus.name,
  orderNo: worksOrder.orderNo,
  holdReason: holdReason.name,
  furtherHoldReasons: furtherHoldReasons(),
  /** Null if no hold of its batch holds it. */
  batchHolds: sql<readonly HoldOfBatch[] | null>`${sql.raw(holdsOfBatch())}`.mapWith(
    parseHoldsOfBatch,
  ),
  locationSuid: location.suid,
  ownershipType: ownershipType.name,
  currency: currency.name,
});

const caseDataOfItem = () => ({
  caseData: sql<readonly CaseEntry[]>`(select json_group_array(json_object(
      'id', ${caseData.id}, 'revNo', ${caseData.revNo},
      'caseDataDefinitionId', ${caseData.caseDataDefinitionId},
      'name', ${caseData.name}, 'value', ${caseData.value}))
    from ${caseData} where ${caseData.materialItemId} = ${materialItem.id})`.mapWith(parseCaseData),
});

/** The further columns of the tables that an item refers to, which only verbs need. */
const neededByVerbs = () => ({
  productSuid: product.suid,
  inventoryDecimalPlaces: product.inventoryDecimalPlaces,
  productRevNo: product.revNo,
  productSerialRangeId: product.serialRangeId,
  tracking: product.tracking,
  inventoryManaged: product.inventoryManaged,
  /** The item that an item tracked by serial is built into. */
  container: sql<NamedItem | null>`case when ${product.tracking} = 'Serial' then (
    select json_object('id', parent.id, 'visualSerialNo', parent.visual_serial_no) from build
    join material_item as parent on parent.id = build.parent_id
    where build.child_id = ${materialItem.id} and build.removed_qty < build.qty
    limit 1) end`.mapWith(parseContainer),
  unit: unitOfMeasure.name,
  statusSuidKey: materialStatus.suidKey,
  buildable: materialStatus.buildable,
  consumable: materialStatus.consumable,
  orderStatus: worksOrder.status,
  orderRevNo: worksOrder.revNo,
  bomVersionId: bomVersion.id,
  bomVersionRevNo: bomVersion.revNo,
});

/** The latest released version of a product's BoMs. Items without a works order are built by it. */
export const releasedVersion = (productId: SQLWrapper): SQL => sql`(
  select released.id from bom_version as released join bom on bom.id = released.bom_id
  where bom.parent_product_id = ${productId} and bom.is_active
  and released.status = 'Released'
  order by released.major desc, released.minor desc, released.id desc limit 1)`;

/**
 * The BoM version that a unit of a works order is built by, by the alias of its table: its own, or
 * that of the order. An order that ChangeVersion gave another version keeps the one that it was
 * started with, for the units that did not go with it. Null of an item without an order.
 */
export const versionOfUnits = (item: string): SQL =>
  sql`coalesce(${sql.raw(item)}.own_version_id, works_order.first_version_id,
    works_order.bom_version_id)`;

/** The BoM version that an item is built by: as a unit, or else the latest released one. */
export const versionToBuildBy = (item: string): SQL =>
  sql`coalesce(${versionOfUnits(item)}, ${releasedVersion(sql.raw(`${item}.product_id`))})`;

/** Selects whole items with more of each. Verbs add conditions. */
export const selectItemsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({
      ...getTableColumns(materialItem),
      ...neededByVerbs(),
      ...shownWithItem(),
      ...more,
      ...caseDataOfItem(),
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .leftJoin(bomVersion, eq(bomVersion.id, versionToBuildBy("material_item")))
    .leftJoin(holdReason, eq(holdReason.id, materialItem.holdReasonId))
    .leftJoin(location, eq(location.id, materialItem.locationId))
    .leftJoin(ownershipType, eq(ownershipType.id, materialItem.ownershipTypeId))
    .leftJoin(currency, eq(currency.id, materialItem.currencyId));

/** Selects whole items. Verbs add conditions. */
export const selectItems = () => selectItemsWith({});

/**
 * Selects items as responses show them, with more of each. Reads add conditions. With the columns
 * that only verbs need, a list of 100 items takes a third more time of the processor.
 */
export const selectShownItemsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({ ...getTableColumns(materialItem), ...shownWithItem(), ...more, ...caseDataOfItem() })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(worksOrder, eq(worksOrder.id, materialItem.worksOrderId))
    .leftJoin(holdReason, eq(holdReason.id, materialItem.holdReasonId))
    .leftJoin(location, eq(location.id, materialItem.locationId))
    .leftJoin(ownershipType, eq(ownershipType.id, materialItem.ownershipTypeId))
    .leftJoin(currency, eq(currency.id, materialItem.currencyId));

/** Selects items as responses show them. Reads add conditions. */
export const selectShownItems = () => selectShownItemsWith({});

/** Selects whole items for the verbs that decide about them: a refusal can name their hold. */
export const selectItemsToDecide = () => selectItemsWith({ hold: holdOfItem() });

const signingOfItem = () =>
  signingOf({
    entity: "MaterialItem",
    id: "material_item.id",
    revNo: "material_item.rev_no",
    productTypeId: "product.product_type_id",
    versionId: "bom_version.id",
  });

/** Selects the same for the verbs that can need signatures. */
export const selectItemsToSign = () =>
  selectItemsWith({ hold: holdOfItem(), signing: signingOfItem() });

/** Selects whole items for Update, which can need signatures and names no hold. */
export const selectItemsToUpdate = () => selectItemsWith({ signing: signingOfItem() });

/**
 * An item with the names behind its references. Only items to decide about have their `hold`, and
 * only those whose verb can need signatures have `signing`.
 */
export type Item = RowOf<ReturnType<typeof selectItems>> & {
  readonly hold?: Hold | null | undefined;
  readonly signing?: Signing | undefined;
};

/** The items with these folded serials (a JSON array). */
export const itemsBySerial: Statement<Item> = statement(() =>
  selectItemsToDecide().where(inArray(materialItem.serialKey, each("serials"))),
);

/** The items with these ids (a JSON array). */
export const itemsById = statement(() =>
  selectItems().where(inArray(materialItem.id, each("ids"))),
);

/** An item that has not been created yet. */
export type NewItem = Omit<Item, "id">;

/** An item in a response: its columns, and the names behind its references. */
export type AnsweredItem = Row<"MaterialItem"> &
  Pick<
    Item,
    | "productName"
    | "status"
    | "orderNo"
    | "holdReason"
    | "furtherHoldReasons"
    | "batchHolds"
    | "locationSuid"
    | "ownershipType"
    | "currency"
    | "caseData"
  >;

/** The columns of an item that a verb sets, besides its last editor and the time. */
type ItemPatch = Partial<Row<"MaterialItem">>;

/**
 * Returns the item as it is after the change, with the next revision. Its hold and what decides about
 * its signatures were read for this change, and are not recorded.
 */
export const revisedItem = <Of extends AnsweredItem>(
  item: Of,
  patch: ItemPatch,
  by: { at: number; userId: number },
  names: Partial<Of> = {},
): Of => ({
  ...item,
  ...patch,
  ...names,
  hold: undefined,
  signing: undefined,
  revNo: item.revNo + 1,
  lastEditAt: by.at,
  lastEditUserId: by.userId,
});

/**
 * Finds the item with a serial, ignoring case. Refuses (`not_found`) if there is none. The pointer
 * is the place of the serial in the body.
 */
export function requireItemNamed(items: readonly Item[], serial: string, pointer: string): Item {
  const found = itemNamed(items, serial);
  if (!found) {
    throw refusalAt("not_found", pointer, noItemHas(`serial ${serial}`));
  }
  return found;
}

/** The message for an id or a serial that no item has. */
export const noItemHas = (name: string) => `No material item has the ${name}.`;

/** Returns the refusal (`duplicate`) of a serial that another item has. */
export const serialTaken = (serial: string, pointer = "/visualSerialNo"): Refusal =>
  new Refusal("duplicate", `An item with the serial ${serial} exists.`, {
    errors: [{ pointer, detail: "An item with this serial exists." }],
  });

/** The product of an item, as messages about its quantities name it. */
export const measuredProductOf = ({
  productName: name,
  inventoryDecimalPlaces,
  unit,
}: Pick<Item, "productName" | "inventoryDecimalPlaces" | "unit">): MeasuredProduct => ({
  name,
  inventoryDecimalPlaces,
  unit,
});

/** Finds the item with a serial, ignoring case. */
export function itemNamed<Of extends { readonly serialKey: string }>(
  items: readonly Of[],
  serial: string,
): Of | undefined {
  const key = foldCase(serial);
  return items.find(({ serialKey }) => serialKey === key);
}

/** Refuses (`item_on_hold`) an item that is on hold. The pointer is its place in the body. */
export function requireNotOnHold(item: NewItem, pointer?: string): void {
  if (!isOnHold(item)) return;
  const why = item.holdReasonId !== null && item.holdReason === null ? "" : `: ${allHoldsOf(item)}`;
  const detail = `Item ${item.visualSerialNo} is on hold${why}.`;
  throw refusalAt("item_on_hold", pointer, detail, refusedHold(item));
}

/**
 * The assertions of a decision that an item is not on hold by its batch: a hold of a batch changes
 * its product.
 */
export const relyOnBatch = ({
  batchKey,
  productId,
  productRevNo,
}: Pick<NewItem, "batchKey" | "productId" | "productRevNo">): Assertion[] =>
  batchKey === null ? [] : [relyOn("Product", { id: productId, revNo: productRevNo })];

/**
 * Refuses (`item_expired`) an item that had expired at a time. The pointer is its place in the
 * body.
 */
export function requireNotExpired(item: NewItem, at: number, pointer?: string): void {
  if (item.expiryAt !== null && item.expiryAt < at) {
    throw refusalAt(
      "item_expired",
      pointer,
      `Item ${item.visualSerialNo} expired at ${formatTime(item.expiryAt)}.`,
    );
  }
}
