import { inArray, sql } from "drizzle-orm";
import { contentsLister, type FlaggedContents } from "../completeness/contents.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { materialItem } from "../database/schema/index.ts";
import { actionLists } from "../engine/record.ts";
import type { Item } from "../material-item/item.ts";
import { isFinished, serviceStatuses } from "../material-item/status.ts";
import { chunksOf } from "../values/lazily.ts";
import { type AsOf, fieldsInState, isInState, valuesOfState } from "./as-of.ts";
import { builtQtyInState, reach, type Reached } from "./links.ts";

/** The fields of an item that say what it is in a unit, and how much of it the unit needs. */
const names = [
  "visualSerialNo",
  "nominalQty",
  "statusId",
  "holdReasonId",
  "productId",
  "batchKey",
  "worksOrderId",
  "endAt",
] as const;
type ItemThen = Pick<Item, (typeof names)[number]>;

/**
 * The condition of the rows, `logged`, that can change a field other than the quantity. A build can
 * only change the status. A lot can have very many builds: most are left out without reading them as
 * JSON.
 */
export const canChangeStates = () => sql`(logged.action not in ${sql.raw(actionLists.frequent)}
  or instr(logged.after, '"statusId"') > 0)`;

/** Reads items as they were in a state of the record, from all changes of each. */
export const itemsInState = statement(() =>
  query
    .select({
      id: materialItem.id,
      visualSerialNo: materialItem.visualSerialNo,
      nominalQty: materialItem.nominalQty,
      statusId: materialItem.statusId,
      holdReasonId: materialItem.holdReasonId,
      productId: materialItem.productId,
      batchKey: materialItem.batchKey,
      worksOrderId: materialItem.worksOrderId,
      endAt: materialItem.endAt,
      earlier: fieldsInState<Partial<ItemThen>>(names, {
        index: "change_log_revision",
        condition: sql`logged.entity = 'MaterialItem' and logged.entity_id = ${materialItem.id}
          and ${canChangeStates()}`,
      }),
    })
    .from(materialItem)
    .where(inArray(materialItem.id, each("ids"))),
);

/** Reads the batches that were on hold in a state of the record. */
const heldBatchesInState = statement(() =>
  query
    .select({
      productId: sql<number>`created.after ->> '$.productId'`.mapWith(Number),
      batchKey: sql<string>`created.after ->> '$.batchKey'`,
    })
    .from(
      sql`(select * from change_log where entity = 'BatchHold' and action = 'created') as created`,
    )
    .where(
      sql`${isInState(sql`created.seq`)} and not exists (
        select 1 from change_log as ended where ended.entity = 'BatchHold'
        and ended.entity_id = created.entity_id and ended.action = 'deleted'
        and ${isInState(sql`ended.seq`)})`,
    ),
);

/** An item with what is in it, in one state of the record. Quantities are in millionths. */
export interface UnitInState {
  readonly item: Item;
  /** The net quantity that is built of each candidate. */
  readonly builtQty: ReadonlyMap<number, number>;
  readonly contents: FlaggedContents;
}

/** Reads an item and everything in it in one state of the record, level by level. */
export async function unitInState(context: Context, item: Item, asOf: AsOf): Promise<UnitInState> {
  const reached = await reach(context, [item.id], { direction: "down", asOf });
  const state = valuesOfState(asOf);
  const built = builtQtyInState({ items: JSON.stringify([item.id]), ...state });
  const statuses = serviceStatuses();
  const heldBatches = heldBatchesInState(state);
  const [quantities, keyed, batches] = await readChecked(context, [built, statuses, heldBatches]);
  const items = await itemsThen(context, [...reached.cameFrom.keys()], asOf);
  const keys = new Map(keyed!.map(statuses.row).map((status) => [status.id, status.statusSuidKey]));
  // Like `flaggedContents`, which decides the same of the present in SQL.
  const isUnfinished = ({ worksOrderId, endAt, statusId }: ItemThen) => {
    const statusSuidKey = keys.get(statusId) ?? null;
    const isMade = worksOrderId !== null && statusSuidKey !== "scrapped";
    return isMade && !isFinished({ endAt, statusSuidKey });
  };
  const heldKeys = new Set(batches!.map(heldBatches.row).map(keyOfBatch));
  const isHeld = (then: ItemThen) => then.holdReasonId !== null || heldKeys.has(keyOfBatch(then));
  const { visualSerialNo, nominalQty } = items.get(item.id)!;
  return {
    item: { ...item, visualSerialNo, nominalQty },
    builtQty: new Map(
      quantities!.map(built.row).map(({ candidateId, qty }) => [candidateId, qty] as const),
    ),
    contents: flagged(item.id, items, reached, { isUnfinished, isHeld }),
  };
}

const keyOfBatch = ({ productId, batchKey }: Pick<Item, "productId" | "batchKey">) =>
  `${productId} ${batchKey}`;

type ItemsThen = ReadonlyMap<number, ItemThen>;

/** Returns the unfinished and the held contents of a root. */
function flagged(
  rootId: number,
  items: ItemsThen,
  { links, cameFrom }: Reached,
  {
    isUnfinished,
    isHeld,
  }: Readonly<Record<"isUnfinished" | "isHeld", (item: ItemThen) => boolean>>,
) {
  // A part contains what was in its lot, but not the lot itself.
  const builds = [...links.values()].flat().filter(({ kind }) => kind === "build");
  const contents = new Set(builds.map(({ toId }) => toId));
  const ids = [...contents].toSorted((one, other) => one - other);
  const unfinished = ids.filter((id) => id !== rootId && isUnfinished(items.get(id)!));
  const held = ids.filter((id) => isHeld(items.get(id)!));
  const list = contentsLister(cameFrom, (id) => items.get(id)!.visualSerialNo);
  return {
    unfinished: list(unfinished),
    unfinishedCount: unfinished.length,
    held: list(held),
    heldCount: held.length,
  };
}

/** The most items of one read over a network: each has a few hundred bytes. */
const itemsMax = 5000;

async function itemsThen(context: Context, ids: readonly number[], asOf: AsOf): Promise<ItemsThen> {
  const { executor } = context;
  const items = new Map<number, ItemThen>();
  for (const some of chunksOf(ids, executor.isLocal ? executor.listRows : itemsMax)) {
    const bound = itemsInState({ ids: JSON.stringify(some), ...valuesOfState(asOf) });
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- all items together could be too large a response
    const [rows] = await readChecked(context, [bound]);
    for (const { id, earlier, ...present } of rows!.map(bound.row)) {
      items.set(id, { ...present, ...earlier });
    }
  }
  return items;
}
