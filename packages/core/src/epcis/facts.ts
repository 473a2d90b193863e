import { eq, inArray, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { candidatesOf, versionsEverOfItems } from "../consumption/facts.ts";
import {
  adjustment,
  build,
  changeLog,
  location,
  materialReason,
  product,
  removal,
  unitOfMeasure,
  worksOrder,
} from "../database/schema/index.ts";
import { placeBefore } from "../database/build-slots.ts";
import { versionBefore, versionChanges } from "../database/former-version.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context, EntityName } from "../engine/index.ts";
import { actionLists, rowsByName, statementsOf } from "../engine/record.ts";
import { type Item, itemsById } from "../material-item/item.ts";
import { correctionKey } from "../material-item/material-reason.ts";
import { scale } from "../values/decimal.ts";
import { longUuid } from "../values/short-uuid.ts";
import { batchHolds, batchProductsIn, type HeldBatch, holdsOfBatch } from "./batch-holds.ts";
import { completenessBefore } from "./complete-at.ts";
import type { NamedRecord, TracedProduct } from "./event.ts";
import type { Renaming } from "./item-at.ts";
import { stockAfter, stocks, stocksParameter } from "./stock-after.ts";
import { assembledIn, isVoiding, itemsIn, removedBuildsIn, voidedIn } from "./records-in.ts";
import {
  isCorrection,
  selectTracedChanges,
  toTracedChange,
  type TracedChange,
} from "./traced-change.ts";

// Without `indexed by`, SQLite would read all changes of an item.
const renamed = () => sql`change_log indexed by change_log_renamed`;
const isRenaming = () =>
  sql`change_log.entity = 'MaterialItem'
  and change_log.action in ${sql.raw(actionLists.renaming)}
  and change_log.entity_id in ${each("ids")}`;

/** The records that these items refer to, or once referred to, by a column. */
const everReferredTo = (column: SQL, field: string): SQL => sql`(
  select ${column} from material_item where id in ${each("ids")}
  union select json_extract(before, ${sql.raw(`'$.${field}'`)}) from ${renamed()} where ${isRenaming()})`;

/** The products of these items, also the former ones, and those whose batches were held. */
const productsEver = () => sql`(select * from ${everReferredTo(sql`product_id`, "productId")}
  union select value from json_each(${sql.placeholder("products")}))`;

const renamings = statement(() =>
  query
    .select({
      id: changeLog.entityId,
      seq: changeLog.seq,
      before: sql<Renaming["before"]>`${changeLog.before}`.mapWith(
        (text: string) => JSON.parse(text) as Renaming["before"],
      ),
    })
    .from(renamed())
    .where(isRenaming())
    .orderBy(sql`${changeLog.seq} desc`),
);

const productsOf = statement(() =>
  query
    .select({
      id: product.id,
      suid: product.suid,
      name: product.name,
      unitCode: unitOfMeasure.code,
      gtin: sql<string | null>`(select value from product_property
        where product_id = ${product.id} and lower(name) = 'gtin' and value is not null limit 1)`,
    })
    .from(product)
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .where(inArray(product.id, productsEver())),
);

const locations = statement(() =>
  query
    .select({ id: location.id, suid: location.suid, name: location.name })
    .from(location)
    .where(inArray(location.id, everReferredTo(sql`location_id`, "locationId"))),
);

const orders = statement(() =>
  query
    .select({ id: worksOrder.id, orderNo: worksOrder.orderNo })
    .from(worksOrder)
    .where(inArray(worksOrder.id, everReferredTo(sql`works_order_id`, "worksOrderId"))),
);

/** The fields of a deleted record that events report. */
interface Deleted {
  readonly suid?: string | null;
  readonly name: string;
  readonly orderNo: string;
  readonly code?: string | null;
  readonly baseUnitId: number;
  readonly properties?: readonly { readonly name: string; readonly value: string | null }[];
}

// An item's former product, location or order can have been deleted: nothing refers to it any more.
const isDeleted = (
  entity: EntityName,
  ids: SQL,
) => sql`change_log.entity = ${sql.raw(`'${entity}'`)}
  and +change_log.action = 'deleted' and change_log.entity_id in ${ids}`;

const isDeletedProduct = isDeleted("Product", productsEver());

const deletions = statement(() =>
  query
    .select({
      id: changeLog.entityId,
      entity: changeLog.entity,
      before: sql<Deleted>`${changeLog.before}`.mapWith(
        (text: string) => JSON.parse(text) as Deleted,
      ),
      unitCode: sql<string | null>`(select code from unit_of_measure
        where id = json_extract(${changeLog.before}, '$.baseUnitId'))`,
    })
    .from(changeLog)
    .where(
      sql`${isDeletedProduct}
        or ${isDeleted("Location", everReferredTo(sql`location_id`, "locationId"))}
        or ${isDeleted("WorksOrder", everReferredTo(sql`works_order_id`, "worksOrderId"))}
        or ${isDeleted(
          "UnitOfMeasure",
          sql`(select json_extract(before, '$.baseUnitId') from change_log where ${isDeletedProduct})`,
        )}`,
    ),
);
type Deletion = ReturnType<ReturnType<typeof deletions>["row"]>;

const parentCandidates = statement(() => candidatesOf(versionsEverOfItems()));

// Everything before these changes, and before the changes that they declare errors, counts as one
// movement at 0.
const seqOrStart = (seq: SQLWrapper) =>
  sql<number>`case when ${seq} < min(
    ${sql.placeholder("first")},
    coalesce((select min(taken.seq) from build as taken where taken.id in ${each("builds")}),
      ${sql.placeholder("first")}),
    coalesce((select min(made.seq) from change_log as made where made.entity = 'MaterialItem'
      and made.rev_no = 1 and made.entity_id in ${each("voided")}), ${sql.placeholder("first")}))
  then 0 else ${seq} end`.mapWith(Number);

const isUpToLast = (seq: SQLiteColumn) => sql`${build.parentId} in ${each("ids")}
  and ${seq} <= ${sql.placeholder("last")}`;

const buildMovements = statement(() =>
  query
    .select({
      seq: seqOrStart(build.seq),
      parentId: build.parentId,
      candidateId: placeBefore().candidateId.mapWith(Number),
      qty: sql<number>`sum(${build.qty})`.mapWith(Number),
    })
    .from(build)
    .where(isUpToLast(build.seq))
    .groupBy(sql`1, 2, 3`),
);

const removalMovements = statement(() =>
  query
    .select({
      seq: seqOrStart(removal.seq),
      parentId: build.parentId,
      candidateId: placeBefore(sql`build_move.seq > ${removal.seq}`).candidateId.mapWith(Number),
      qty: sql<number>`-sum(${removal.qty})`.mapWith(Number),
    })
    .from(build)
    .innerJoin(removal, eq(removal.buildId, build.id))
    .where(isUpToLast(removal.seq))
    .groupBy(sql`1, 2, 3`),
);

/** Reads the moves of builds to another BoM version: out of one candidate, and into another. */
const moveMovements = statement(() =>
  query
    .select({
      seq: seqOrStart(sql`move.seq`),
      parentId: sql<number>`move.parent_id`.mapWith(Number),
      candidateId: sql<number>`move.candidate_id`.mapWith(Number),
      qty: sql<number>`sum(move.sign * (move.qty - (select coalesce(sum(removal.qty), 0) from removal
        where removal.build_id = move.build_id and removal.seq < move.seq)))`.mapWith(Number),
    })
    .from(
      sql`(select build_move.seq, build.parent_id, build.id as build_id, build.qty, way.value as sign,
          iif(way.value < 0, build_move.from_candidate_id, build_move.candidate_id) as candidate_id
        from build join build_move on build_move.build_id = build.id
        cross join json_each('[-1,1]') as way
        where build.parent_id in ${each("ids")}
        and build_move.seq <= ${sql.placeholder("last")}) as move`,
    )
    .groupBy(sql`1, 2, 3`),
);

/** Reads the versions that parents were built by before each change of their version. */
const parentVersions = statement(() =>
  query.select({
    id: sql<number>`turned.entity_id`.mapWith(Number),
    seq: sql<number>`turned.seq`.mapWith(Number),
    versionId: versionBefore(),
  }).from(sql`${versionChanges(sql`(select value from json_each(${sql.placeholder("ids")}))`)}
      order by turned.seq`),
);

/** The items whose nominal quantity is, or once was, a single thing. */
const nominallySingle = () =>
  sql`(select id from material_item where id in ${each("ids")} and (
  nominal_qty = ${sql.raw(String(scale))} or id in (select change_log.entity_id from ${renamed()}
    where ${isRenaming()} and json_extract(before, '$.nominalQty') = ${sql.raw(String(scale))})))`;

const adjusted = statement(() =>
  query
    .select({
      id: adjustment.materialItemId,
      seq: seqOrStart(adjustment.seq),
      qty: sql<number>`sum(${adjustment.qty})`.mapWith(Number),
    })
    .from(adjustment)
    .where(
      sql`${adjustment.materialItemId} in ${nominallySingle()}
        and ${adjustment.seq} <= ${sql.placeholder("last")}`,
    )
    .groupBy(sql`1, 2`),
);

/** Sums the quantities that Merge brought into these items, less those that left them. */
const moved = statement(() =>
  query
    .select({
      id: sql<number>`moved.item_id`.mapWith(Number),
      seq: seqOrStart(sql`moved.seq`),
      qty: sql<number>`sum(moved.qty)`.mapWith(Number),
    })
    .from(
      sql`(select to_id as item_id, seq, qty from lot_transfer where kind = 'merge'
        and to_id in ${nominallySingle()}
        union all select from_id, seq, -qty from lot_transfer
        where from_id in ${nominallySingle()}) as moved`,
    )
    .where(sql`moved.seq <= ${sql.placeholder("last")}`)
    .groupBy(sql`1, 2`),
);

/** Finds the places of the children's changes that built these rows. */
const builtAt = statement(() =>
  query
    .select({ id: build.id, seq: sql<number>`${childSeqOf(sql`${build.seq}`)}`.mapWith(Number) })
    .from(build)
    .where(inArray(build.id, each("builds"))),
);

/**
 * The builds between the same items as these builds, as far as something was taken back of them.
 * The number of a correction's event depends on the other Builds that it corrects.
 */
const correctedBuilds = () =>
  sql`(select other.id
  from (select distinct parent_id, child_id from build where id in ${each("builds")}) as pair
  join build as other on other.child_id = pair.child_id and other.parent_id = pair.parent_id
  where other.removed_qty > 0)`;

/** The place of the child's change that follows a change of the parent. */
const childSeqOf = (parent: SQL): SQL => sql`(select child.seq from change_log as parent
  join change_log as child
  on child.operation_id = parent.operation_id and child.ordinal = parent.ordinal + 1
  where parent.seq = ${parent})`;

const originals = statement(() =>
  selectTracedChanges().where(
    inArray(
      changeLog.seq,
      sql`(select ${childSeqOf(sql`taken.seq`)} from build as taken where taken.id in ${correctedBuilds()})`,
    ),
  ),
);

/** The first changes of items that are voided: their receipts and starts. */
const receipts = statement(() =>
  selectTracedChanges().where(
    sql`${changeLog.entity} = 'MaterialItem' and ${changeLog.revNo} = 1
      and ${changeLog.entityId} in ${each("voided")}`,
  ),
);

/** Reads the quantities that corrections took back of each build, by the child's change. */
const corrections = statement(() =>
  query
    .select({
      buildId: build.id,
      buildSeq: build.seq,
      qty: removal.qty,
      seq: sql<number>`${childSeqOf(sql`${removal.seq}`)}`.mapWith(Number),
      operationId: sql<string>`${changeLog.operationId}`.mapWith(longUuid),
      ordinal: sql<number>`${changeLog.ordinal} + 1`.mapWith(Number),
    })
    .from(build)
    .innerJoin(removal, eq(removal.buildId, build.id))
    .innerJoin(changeLog, eq(changeLog.seq, removal.seq))
    .innerJoin(materialReason, eq(materialReason.id, changeLog.reasonId))
    .where(
      sql`${build.id} in ${correctedBuilds()} and ${materialReason.suidKey} = ${correctionKey}`,
    )
    .orderBy(removal.id),
);

/** The part of a build that a correction took back. */
export type Correction = ReturnType<ReturnType<typeof corrections>["row"]>;

/** The facts that the events of changes report besides the changes themselves. */
export interface TracedFacts {
  readonly items: ReadonlyMap<number, Item>;
  /** The changes that moved or corrected each item, the latest first. */
  readonly renamings: ReadonlyMap<number, readonly Renaming[]>;
  readonly products: ReadonlyMap<number, TracedProduct>;
  readonly locations: ReadonlyMap<number, NamedRecord>;
  readonly orders: ReadonlyMap<number, string>;
  /** Returns whether a parent was complete before a place in the log. */
  readonly wasComplete: (parentId: number, seq: number) => boolean;
  /** Returns whether an item was more than a single thing, in stock and built, around a change. */
  readonly isMoreThanOne: (itemId: number, place: number) => boolean;
  /** Returns an item's stock after a change; null if its event does not observe the whole item. */
  readonly stockAfter: (change: TracedChange) => number | null;
  /** The places of the children's changes that built the rows that are taken back. */
  readonly builtAt: ReadonlyMap<number, number>;
  /** The Builds that corrections can take back, by the place of the parent's change. */
  readonly builds: ReadonlyMap<number, TracedChange>;
  /** The receipts and starts of items that are voided, by item. */
  readonly receipts: ReadonlyMap<number, TracedChange>;
  /** Returns the holds of a batch after a change of them. */
  readonly holdsOfBatch: (change: TracedChange) => HeldBatch;
  /** All corrections between the same items, in the order of the log. */
  readonly corrections: readonly Correction[];
}

/** The statements that read the facts of changes. */
export function loadFacts(changes: readonly TracedChange[]) {
  const products = { products: JSON.stringify([...new Set(changes.flatMap(batchProductsIn))]) };
  const ids = { ids: JSON.stringify([...new Set(changes.flatMap(itemsIn))]), ...products };
  const taken = { builds: JSON.stringify(changes.filter(isCorrection).flatMap(removedBuildsIn)) };
  const removed = { builds: JSON.stringify(changes.flatMap(removedBuildsIn)) };
  const voided = { voided: JSON.stringify(changes.filter(isVoiding).map(voidedIn)) };
  const parents = {
    ids: JSON.stringify([...new Set(changes.flatMap(assembledIn))]),
    first: Math.min(...changes.map(({ id, parentSeq }) => parentSeq ?? id)),
    last: Math.max(...changes.map(({ id }) => id)),
    ...taken,
    ...voided,
  };
  return {
    items: itemsById(ids),
    renamings: renamings(ids),
    products: productsOf(ids),
    locations: locations(ids),
    orders: orders(ids),
    deletions: deletions(ids),
    candidates: parentCandidates({ ...parents, serials: "[]" }),
    builds: buildMovements(parents),
    removals: removalMovements(parents),
    moves: moveMovements(parents),
    versions: parentVersions({ ids: parents.ids }),
    originals: originals(taken),
    corrections: corrections(taken),
    receipts: receipts(voided),
    stocks: stocks({ changes: stocksParameter(changes) }),
    adjusted: adjusted({ ...parents, ...ids, ...removed }),
    moved: moved({ ...parents, ...ids, ...removed }),
    builtAt: builtAt(removed),
    batchHolds: batchHolds({ ...products, last: parents.last }),
  };
}

/** Reads the facts of changes in one round trip. */
export async function readFacts(
  { executor }: Pick<Context, "executor">,
  changes: readonly TracedChange[],
): Promise<TracedFacts> {
  const queries = loadFacts(changes);
  const rows = rowsByName(queries, await executor.read(statementsOf(queries)));
  const items = mapById(rows.items);
  const candidatesOfVersion = Map.groupBy(rows.candidates, ({ bomVersionId }) => bomVersionId);
  const movements = [...rows.builds, ...rows.removals, ...rows.moves].toSorted(
    (left, right) => left.seq - right.seq,
  );
  const movementsOf = Map.groupBy(movements, ({ parentId }) => parentId);
  const completeness = new Map<number, (seq: number) => boolean>();
  const completenessOf = (parentId: number) => {
    const { bomVersionId, nominalQty } = items.get(parentId)!;
    const own = movementsOf.get(parentId) ?? [];
    const byVersion = (version: number | null) =>
      completenessBefore(candidatesOfVersion.get(version ?? 0) ?? [], own, nominalQty);
    const present = byVersion(bomVersionId);
    const former = rows.versions
      .filter(({ id }) => id === parentId)
      .map(({ seq, versionId }) => ({ seq, before: byVersion(versionId) }));
    // The place itself is not before it: a change there has not happened yet.
    return (place: number) => (former.find(({ seq }) => seq >= place)?.before ?? present)(place);
  };
  const changesOfQty = Map.groupBy([...rows.adjusted, ...rows.moved], ({ id }) => id);
  const deleted = deletedRecords(rows.deletions);
  const originalRows = rows.originals.map(toTracedChange);
  return {
    items,
    renamings: Map.groupBy(rows.renamings, ({ id }) => id),
    products: mapById([...rows.products, ...deleted.products]),
    locations: mapById([...rows.locations, ...deleted.locations]),
    orders: new Map([...rows.orders, ...deleted.orders].map(({ id, orderNo }) => [id, orderNo])),
    wasComplete: (parentId, seq) => {
      let before = completeness.get(parentId);
      if (!before) completeness.set(parentId, (before = completenessOf(parentId)));
      return before(seq);
    },
    builds: new Map(originalRows.map((original) => [original.parentSeq!, original])),
    corrections: rows.corrections,
    receipts: new Map(rows.receipts.map((row) => [row.entityId, toTracedChange(row)])),
    stockAfter: stockAfter(rows.stocks, items),
    isMoreThanOne: (itemId, place) => {
      const own = changesOfQty.get(itemId) ?? [];
      const more = (isThen: (seq: number) => boolean) =>
        own.reduce((sum, { seq, qty }) => (isThen(seq) ? sum + qty : sum), 0) > 0;
      return more((seq) => seq < place) || more((seq) => seq <= place);
    },
    holdsOfBatch: holdsOfBatch(rows.batchHolds),
    builtAt: new Map(rows.builtAt.map(({ id, seq }) => [id, seq])),
  };
}

/** Returns deleted records in the same form as existing ones. */
function deletedRecords(rows: readonly Deletion[]) {
  const of = (entity: EntityName) => rows.filter((row) => row.entity === entity);
  const unitCodes = new Map(of("UnitOfMeasure").map(({ id, before }) => [id, before.code]));
  return {
    products: of("Product").map(({ id, before, unitCode: code }) => {
      const { suid = null, name, baseUnitId, properties = [] } = before;
      const gtin = properties.find((one) => /^gtin$/i.test(one.name) && one.value !== null);
      const unitCode = code ?? unitCodes.get(baseUnitId) ?? null;
      return { id, suid, name, gtin: gtin?.value ?? null, unitCode };
    }),
    locations: of("Location").map(({ id, before: { suid = null, name } }) => ({ id, suid, name })),
    orders: of("WorksOrder").map(({ id, before: { orderNo } }) => ({ id, orderNo })),
  };
}

const mapById = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));
