import { eq, inArray, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import {
  type Context,
  defineList,
  type Listing,
  type Page,
  readChecked,
  readInParts,
  rowsOfNextRead,
} from "../engine/index.ts";
import {
  holdReason,
  materialItem,
  materialStatus,
  product,
  unitOfMeasure,
} from "../database/schema/index.ts";
import { type PathStep, wayBack } from "../completeness/contents.ts";
import { findLastPlace } from "../history/feed.ts";
import { filledKeyGiven, filtersByFilledKey } from "../rules/filled-keys.ts";
import { foldGiven } from "../values/fold-case.ts";
import { reach, type Reached, idTextsOf } from "./links.ts";

/** The items to recall. Only the version is case-sensitive; times are in milliseconds. */
export interface RecallInput {
  readonly batchNo?: string | undefined;
  readonly productName?: string | undefined;
  readonly version?: string | undefined;
  readonly visualSerialNo?: string | undefined;
  readonly deliveryNo?: string | undefined;
  /** Received or started from this time on, and before the other one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** An item that a recall concerns. */
export type RecalledItem = ItemState & {
  /** The number of links to the nearest match; 0 for a match itself. */
  readonly level: number;
  readonly isHeld: boolean;
  readonly isDispatched: boolean;
  readonly isInStock: boolean;
  /** The path from the item itself to the match. */
  readonly path: readonly PathStep[];
};

// The first change of an item is its receipt or its start.
const createdAt = () => sql`(select ${happenedAt()} from change_log
  where entity = 'MaterialItem' and entity_id = ${materialItem.id} and rev_no = 1)`;

const listMatches = defineList(() => ({
  select: () =>
    query
      .select({ id: materialItem.id })
      .from(materialItem)
      .innerJoin(product, eq(product.id, materialItem.productId)),
  table: materialItem,
  filters: {
    ...filtersByFilledKey("batchNo", materialItem.batchKey),
    productName: product.nameKey,
    version: materialItem.version,
    visualSerialNo: materialItem.serialKey,
    ...filtersByFilledKey("deliveryNo", materialItem.deliveryKey),
    from: (time) => sql`${createdAt()} >= ${time}`,
    to: (time) => sql`${createdAt()} < ${time}`,
  },
}));

const selectStates = () =>
  query
    .select({
      id: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
      batchNo: materialItem.batchNo,
      version: materialItem.version,
      productId: product.id,
      productName: product.name,
      statusId: materialItem.statusId,
      status: materialStatus.name,
      statusSuidKey: materialStatus.suidKey,
      holdReason: holdReason.name,
      actualQty: materialItem.actualQty,
      unit: unitOfMeasure.name,
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
    .leftJoin(holdReason, eq(holdReason.id, materialItem.holdReasonId))
    .where(inArray(materialItem.id, each("ids")))
    .orderBy(materialItem.id);
const statesOf = statement(selectStates);
type ItemState = RowOf<ReturnType<typeof selectStates>>;

const serialsOf = statement(() =>
  query
    .select({ id: materialItem.id, visualSerialNo: materialItem.visualSerialNo })
    .from(materialItem)
    .where(inArray(materialItem.id, each("ids"))),
);

/** Lists, by id, the items that match and all items that contain one, at any level. */
export async function recall(
  context: Context,
  { batchNo, productName, visualSerialNo, deliveryNo, ...exact }: RecallInput,
  { limit, cursor = 0 }: Page,
): Promise<Listing<RecalledItem>> {
  const [seq, matches] = await Promise.all([
    findLastPlace(context),
    listMatches(context, {
      ...exact,
      ...filledKeyGiven("batchNo", batchNo),
      productName: foldGiven(productName),
      visualSerialNo: foldGiven(visualSerialNo),
      ...filledKeyGiven("deliveryNo", deliveryNo),
    }),
  ]);
  const found = matches.first.map(({ id }) => id);
  for await (const rows of matches.rest ?? []) for (const { id } of rows) found.push(id);
  if (found.length === 0) return { first: [], rest: undefined, next: undefined };
  // One state for all levels, so that a Build or Remove in between hides no item.
  const asOf = { seq };
  const { cameFrom } = await reach(context, found, { direction: "up", asOf });
  const ids = Float64Array.from([...cameFrom.keys()].filter((id) => id > cursor)).toSorted();
  const read = recalledReader(context, cameFrom);
  const size = limit ?? context.executor.listRows;
  const first = await readInParts(context.executor, [...ids.subarray(0, size)], read);
  const isWhole = ids.length <= size;
  const rest = () => followingItems(context, ids.subarray(size), read, first);
  return {
    first,
    rest: isWhole || limit !== undefined ? undefined : rest(),
    next: isWhole || limit === undefined ? undefined : ids[size - 1]!,
  };
}

type ReadRecalled = (ids: readonly number[]) => Promise<RecalledItem[]>;

/** Returns a reader of recalled items. It reads the serial of each item on a path once. */
function recalledReader(context: Context, cameFrom: Reached["cameFrom"]): ReadRecalled {
  const serials = new Map<number, string>();
  return async (ids) => {
    if (ids.length === 0) return [];
    const ways = ids.map((id) => wayBack(id, cameFrom));
    const unknown = [...new Set(ways.flat())].filter((id) => !serials.has(id));
    const states = statesOf({ ids: JSON.stringify(ids) });
    const named = idTextsOf(unknown).map((some) => serialsOf({ ids: some }));
    const [items, ...found] = await readChecked(context, [states, ...named]);
    const steps = found.flatMap((rows, index) => rows.map(named[index]!.row));
    for (const { id, visualSerialNo } of steps) serials.set(id, visualSerialNo);
    return items!.map(states.row).map((item, index) => toRecalled(item, ways[index]!, serials));
  };
}

function toRecalled(
  item: ItemState,
  way: readonly number[],
  serials: ReadonlyMap<number, string>,
): RecalledItem {
  const isDispatched = item.statusSuidKey === "dispatched";
  return {
    ...item,
    level: way.length - 1,
    isHeld: item.holdReason !== null,
    isDispatched,
    isInStock: item.actualQty > 0 && !isDispatched,
    path: way.map((id) => ({ id, visualSerialNo: serials.get(id)! })),
  };
}

/** The values of a recalled item. Most of them can be in its path. */
const valuesOf = ({ path, ...item }: RecalledItem): unknown[] => [
  ...Object.values(item),
  ...path.flatMap(Object.values),
];

async function* followingItems(
  { executor }: Context,
  ids: Float64Array,
  read: ReadRecalled,
  first: readonly RecalledItem[],
): AsyncGenerator<readonly RecalledItem[]> {
  let items = first;
  for (let start = 0; start < ids.length;) {
    const end = start + rowsOfNextRead(executor, items, valuesOf);
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    items = await read([...ids.subarray(start, end)]);
    yield items;
    start = end;
  }
}
