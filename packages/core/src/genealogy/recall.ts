import { eq, inArray, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { heldReason } from "../database/held-items.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import {
  type Context,
  type Listing,
  type Page,
  readChecked,
  readInParts,
  rowsOfNextRead,
} from "../engine/index.ts";
import {
  changeLog,
  materialItem,
  materialReason,
  materialStatus,
  product,
  unitOfMeasure,
  user,
} from "../database/schema/index.ts";
import { userNames } from "../database/user-names.ts";
import { type PathStep, wayBack } from "../completeness/contents.ts";
import { type Affected, findAffected, type RecallInput } from "./affected.ts";
import { idTextsOf } from "./links.ts";
import type { FormerIdentity } from "./matches.ts";

/** An item that a recall concerns. */
export type RecalledItem = ItemState & {
  /** The number of links to the nearest match; 0 for a match itself. */
  readonly level: number;
  readonly isHeld: boolean;
  readonly isDispatched: boolean;
  readonly isInStock: boolean;
  /** The values that it matches by and that it has no more. */
  readonly formerly: readonly FormerIdentity[];
  /** The Remove after which it contained no match any more. */
  readonly removed: TakenOut | null;
  /** The path from the item itself to the match. */
  readonly path: readonly PathStep[];
};

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
      holdReason: sql<string | null>`${sql.raw(heldReason())}`,
      actualQty: materialItem.actualQty,
      unit: unitOfMeasure.name,
      origin: materialItem.origin,
      destination: materialItem.destination,
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(materialStatus, eq(materialStatus.id, materialItem.statusId))
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

const selectRemovals = () =>
  query
    .select({
      seq: changeLog.seq,
      at: sql<number>`${happenedAt()}`.mapWith(Number),
      userId: changeLog.userId,
      ...userNames(),
      reasonSuid: materialReason.suid,
      comment: changeLog.comment,
    })
    .from(changeLog)
    .leftJoin(user, eq(user.id, changeLog.userId))
    .leftJoin(materialReason, eq(materialReason.id, changeLog.reasonId))
    .where(inArray(changeLog.seq, each("seqs")));
const removalsAt = statement(selectRemovals);
/** A Remove that took the last match out of an item: when, by whom and why. */
export type TakenOut = RowOf<ReturnType<typeof selectRemovals>>;

/** Lists, by id, the items that match and all items that contain one, at any level. */
export async function recall(
  context: Context,
  input: RecallInput,
  { limit, cursor = 0 }: Page,
): Promise<Listing<RecalledItem>> {
  const affected = await findAffected(context, input);
  const ids = affected.ids.filter((id) => id > cursor);
  if (ids.length === 0) return { first: [], rest: undefined, next: undefined };
  const read = recalledReader(context, affected);
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
function recalledReader(context: Context, affected: Affected): ReadRecalled {
  const serials = new Map<number, string>();
  const { formerly, removedBy } = affected;
  return async (ids) => {
    if (ids.length === 0) return [];
    const ways = ids.map((id) => wayBack(id, affected.cameFromOf(id)));
    const unknown = [...new Set(ways.flat())].filter((id) => !serials.has(id));
    const states = statesOf({ ids: JSON.stringify(ids) });
    const removals = removalsAt({
      seqs: JSON.stringify(ids.flatMap((id) => removedBy.get(id) ?? [])),
    });
    const named = idTextsOf(unknown).map((some) => serialsOf({ ids: some }));
    const [items, removed, ...found] = await readChecked(context, [states, removals, ...named]);
    const steps = found.flatMap((rows, index) => rows.map(named[index]!.row));
    for (const { id, visualSerialNo } of steps) serials.set(id, visualSerialNo);
    const bySeq = new Map(removed!.map(removals.row).map((removal) => [removal.seq, removal]));
    return items!.map(states.row).map((item, index) =>
      recalled(item, {
        formerly: formerly.get(item.id) ?? [],
        removed: bySeq.get(removedBy.get(item.id) ?? 0) ?? null,
        path: ways[index]!.map((id) => ({ id, visualSerialNo: serials.get(id)! })),
      }),
    );
  };
}

type Reasons = Pick<RecalledItem, "formerly" | "removed" | "path">;

function recalled(item: ItemState, reasons: Reasons): RecalledItem {
  const isDispatched = item.statusSuidKey === "dispatched";
  return {
    ...item,
    ...reasons,
    level: reasons.path.length - 1,
    isHeld: item.holdReason !== null,
    isDispatched,
    isInStock: item.actualQty > 0 && !isDispatched,
  };
}

/** The values of a recalled item. Most of them can be in its path. */
const valuesOf = ({ path, formerly, removed, ...item }: RecalledItem): unknown[] => [
  ...Object.values(item),
  ...[...path, ...formerly, ...(removed ? [removed] : [])].flatMap(Object.values),
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
