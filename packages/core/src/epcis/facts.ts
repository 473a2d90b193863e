import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { candidatesOf, versionsOfItems } from "../consumption/facts.ts";
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
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import type { Context, EntityName } from "../engine/index.ts";
import { actionLists, rowsByName, statementsOf } from "../engine/record.ts";
import { type Item, itemsById } from "../material-item/item.ts";
import { scale } from "../values/decimal.ts";
import { completenessBefore } from "./complete-at.ts";
import type { NamedRecord, TracedProduct } from "./event.ts";
import type { Renaming } from "./item-at.ts";
import { stockAfter, stocks, stocksAsked } from "./stock-after.ts";
import {
  correctionKey,
  isCorrection,
  removalsIn,
  selectTracedChanges,
  toTracedChange,
  type TracedChange,
} from "./traced-change.ts";

// SQLite would rather look through all that ever happened to an item.
const renamed = () => sql`change_log indexed by change_log_renamed`;
const moved = () =>
  sql`change_log.entity = 'MaterialItem'
  and change_log.action in ${sql.raw(actionLists.renaming)}
  and change_log.entity_id in ${each("ids")}`;

/** What these items refer to by a column, or ever have. */
const everReferred = (column: SQL, field: string): SQL => sql`(
  select ${column} from material_item where id in ${each("ids")}
  union select json_extract(before, ${sql.raw(`'$.${field}'`)}) from ${renamed()} where ${moved()})`;

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
    .where(moved())
    .orderBy(sql`${changeLog.seq} desc`),
);

const products = statement(() =>
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
    .where(inArray(product.id, everReferred(sql`product_id`, "productId"))),
);

const locations = statement(() =>
  query
    .select({ id: location.id, suid: location.suid, name: location.name })
    .from(location)
    .where(inArray(location.id, everReferred(sql`location_id`, "locationId"))),
);

const orders = statement(() =>
  query
    .select({ id: worksOrder.id, orderNo: worksOrder.orderNo })
    .from(worksOrder)
    .where(inArray(worksOrder.id, everReferred(sql`works_order_id`, "worksOrderId"))),
);

/** What the log keeps of what was deleted, as far as events tell it. */
interface Deleted {
  readonly suid?: string | null;
  readonly name: string;
  readonly orderNo: string;
  readonly code?: string | null;
  readonly baseUnitId: number;
  readonly properties?: readonly { readonly name: string; readonly value: string | null }[];
}

// Nothing refers any more to what an item once was of, or was at: it may have been deleted.
const deletedAs = (
  entity: EntityName,
  ids: SQL,
) => sql`change_log.entity = ${sql.raw(`'${entity}'`)}
  and +change_log.action = 'deleted' and change_log.entity_id in ${ids}`;

const deletedProducts = deletedAs("Product", everReferred(sql`product_id`, "productId"));

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
      sql`${deletedProducts}
        or ${deletedAs("Location", everReferred(sql`location_id`, "locationId"))}
        or ${deletedAs("WorksOrder", everReferred(sql`works_order_id`, "worksOrderId"))}
        or ${deletedAs(
          "UnitOfMeasure",
          sql`(select json_extract(before, '$.baseUnitId') from change_log where ${deletedProducts})`,
        )}`,
    ),
);
type Deletion = ReturnType<ReturnType<typeof deletions>["row"]>;

const candidates = statement(() => candidatesOf(versionsOfItems()));

// What came before the changes, and before the Builds that they correct, counts as one movement.
const placeOf = (seq: SQLiteColumn) =>
  sql<number>`case when ${seq} < min(
    ${sql.placeholder("first")},
    coalesce((select min(taken.seq) from build as taken where taken.id in ${each("builds")}),
      ${sql.placeholder("first")}))
  then 0 else ${seq} end`.mapWith(Number);

const upToLast = (seq: SQLiteColumn) => sql`${build.parentId} in ${each("ids")}
  and ${seq} <= ${sql.placeholder("last")}`;

const builds = statement(() =>
  query
    .select({
      seq: placeOf(build.seq),
      parentId: build.parentId,
      candidateId: build.candidateId,
      qty: sql<number>`sum(${build.qty})`.mapWith(Number),
    })
    .from(build)
    .where(upToLast(build.seq))
    .groupBy(sql`1, 2, 3`),
);

const removals = statement(() =>
  query
    .select({
      seq: placeOf(removal.seq),
      parentId: build.parentId,
      candidateId: build.candidateId,
      qty: sql<number>`-sum(${removal.qty})`.mapWith(Number),
    })
    .from(build)
    .innerJoin(removal, eq(removal.buildId, build.id))
    .where(upToLast(removal.seq))
    .groupBy(sql`1, 2, 3`),
);

/** The items that are one thing by their nominal quantity, or were once. */
const nominallyOne = () =>
  sql`(select id from material_item where id in ${each("ids")} and (
  nominal_qty = ${sql.raw(String(scale))} or id in (select change_log.entity_id from ${renamed()}
    where ${moved()} and json_extract(before, '$.nominalQty') = ${sql.raw(String(scale))})))`;

const adjusted = statement(() =>
  query
    .select({
      id: adjustment.materialItemId,
      seq: placeOf(adjustment.seq),
      qty: sql<number>`sum(${adjustment.qty})`.mapWith(Number),
    })
    .from(adjustment)
    .where(
      sql`${adjustment.materialItemId} in ${nominallyOne()}
        and ${adjustment.seq} <= ${sql.placeholder("last")}`,
    )
    .groupBy(sql`1, 2`),
);

/** The places of the children's changes by which these rows were built. */
const builtAt = statement(() =>
  query
    .select({ id: build.id, seq: sql<number>`${childOf(sql`${build.seq}`)}`.mapWith(Number) })
    .from(build)
    .where(inArray(build.id, each("builds"))),
);

/**
 * All rows of which something was taken back between the same items as in the rows with these ids:
 * which event of a correction is that of a Build depends on the other Builds that it corrects.
 */
const takenBack = () =>
  sql`(select other.id
  from (select distinct parent_id, child_id from build where id in ${each("builds")}) as pair
  join build as other on other.child_id = pair.child_id and other.parent_id = pair.parent_id
  where other.removed_qty > 0)`;

/** The change of the child that follows a change of the parent, by the parent's place. */
const childOf = (parent: SQL): SQL => sql`(select child.seq from change_log as parent
  join change_log as child
  on child.operation_id = parent.operation_id and child.ordinal = parent.ordinal + 1
  where parent.seq = ${parent})`;

const originals = statement(() =>
  selectTracedChanges().where(
    inArray(
      changeLog.seq,
      sql`(select ${childOf(sql`taken.seq`)} from build as taken where taken.id in ${takenBack()})`,
    ),
  ),
);

/** What was taken back of Builds for corrections: of each build so much, by the change of a child. */
const corrections = statement(() =>
  query
    .select({
      buildId: build.id,
      buildSeq: build.seq,
      qty: removal.qty,
      seq: sql<number>`${childOf(sql`${removal.seq}`)}`.mapWith(Number),
      operationId: changeLog.operationId,
      ordinal: sql<number>`${changeLog.ordinal} + 1`.mapWith(Number),
    })
    .from(build)
    .innerJoin(removal, eq(removal.buildId, build.id))
    .innerJoin(changeLog, eq(changeLog.seq, removal.seq))
    .innerJoin(materialReason, eq(materialReason.id, changeLog.reasonId))
    .where(sql`${build.id} in ${takenBack()} and ${materialReason.suidKey} = ${correctionKey}`)
    .orderBy(removal.id),
);

/** A part of a build that a correction took back. */
export type Correction = ReturnType<ReturnType<typeof corrections>["row"]>;

/** What changes refer to: all that their events tell beside the changes themselves. */
export interface TracedFacts {
  readonly items: ReadonlyMap<number, Item>;
  /** Of each item what moved or corrected it, the latest first. */
  readonly renamings: ReadonlyMap<number, readonly Renaming[]>;
  readonly products: ReadonlyMap<number, TracedProduct>;
  readonly locations: ReadonlyMap<number, NamedRecord>;
  readonly orders: ReadonlyMap<number, string>;
  /** Whether a parent was complete before a place in the log. */
  readonly wasComplete: (parentId: number, seq: number) => boolean;
  /** Whether there was more than one of an item, in stock and built, before or after a change. */
  readonly isMoreThanOne: (itemId: number, place: number) => boolean;
  /** How much of an item there was after a change; null where the change is not about all of it. */
  readonly stockAfter: (change: TracedChange) => number | null;
  /** The place of the child's change by which a row that is taken back was built. */
  readonly builtAt: ReadonlyMap<number, number>;
  /** The Builds that corrections may take back, by the place of the parent's change. */
  readonly builds: ReadonlyMap<number, TracedChange>;
  /** All corrections between the same items, in their order. */
  readonly corrections: readonly Correction[];
}

/** The statements that read what changes refer to. */
export function loadFacts(changes: readonly TracedChange[]) {
  const ids = { ids: JSON.stringify([...new Set(changes.flatMap(itemsIn))]) };
  const taken = { builds: JSON.stringify(changes.filter(isCorrection).flatMap(takenIn)) };
  const removed = { builds: JSON.stringify(changes.flatMap(takenIn)) };
  const parents = {
    ids: JSON.stringify([...new Set(changes.flatMap(assembledIn))]),
    first: Math.min(...changes.map(({ id, parentSeq }) => parentSeq ?? id)),
    last: Math.max(...changes.map(({ id }) => id)),
    ...taken,
  };
  return {
    items: itemsById(ids),
    renamings: renamings(ids),
    products: products(ids),
    locations: locations(ids),
    orders: orders(ids),
    deletions: deletions(ids),
    candidates: candidates({ ...parents, serials: "[]" }),
    builds: builds(parents),
    removals: removals(parents),
    originals: originals(taken),
    corrections: corrections(taken),
    stocks: stocks({ changes: stocksAsked(changes) }),
    adjusted: adjusted({ ...ids, ...removed, first: parents.first, last: parents.last }),
    builtAt: builtAt(removed),
  };
}

/** Reads what changes refer to, in one round trip. */
export async function readFacts(
  { executor }: Pick<Context, "executor">,
  changes: readonly TracedChange[],
): Promise<TracedFacts> {
  const queries = loadFacts(changes);
  const rows = rowsByName(queries, await executor.read(statementsOf(queries)));
  const items = byId(rows.items);
  const candidatesOfVersion = Map.groupBy(rows.candidates, ({ bomVersionId }) => bomVersionId);
  const movements = [...rows.builds, ...rows.removals].toSorted(
    (left, right) => left.seq - right.seq,
  );
  const movementsOf = Map.groupBy(movements, ({ parentId }) => parentId);
  const completeness = new Map<number, (seq: number) => boolean>();
  const completenessOf = (parentId: number) => {
    const { bomVersionId, nominalQty } = items.get(parentId)!;
    const inSlots = candidatesOfVersion.get(bomVersionId ?? 0) ?? [];
    return completenessBefore(inSlots, movementsOf.get(parentId) ?? [], nominalQty);
  };
  const adjustmentsOf = Map.groupBy(rows.adjusted, ({ id }) => id);
  const deleted = deletedRecords(rows.deletions);
  const originalRows = rows.originals.map(toTracedChange);
  return {
    items,
    renamings: Map.groupBy(rows.renamings, ({ id }) => id),
    products: byId([...rows.products, ...deleted.products]),
    locations: byId([...rows.locations, ...deleted.locations]),
    orders: new Map([...rows.orders, ...deleted.orders].map(({ id, orderNo }) => [id, orderNo])),
    wasComplete: (parentId, seq) => {
      let before = completeness.get(parentId);
      if (!before) completeness.set(parentId, (before = completenessOf(parentId)));
      return before(seq);
    },
    builds: new Map(originalRows.map((original) => [original.parentSeq!, original])),
    corrections: rows.corrections,
    stockAfter: stockAfter(rows.stocks, items),
    isMoreThanOne: (itemId, place) => {
      const own = adjustmentsOf.get(itemId) ?? [];
      const more = (isThen: (seq: number) => boolean) =>
        own.reduce((sum, { seq, qty }) => (isThen(seq) ? sum + qty : sum), 0) > 0;
      return more((seq) => seq < place) || more((seq) => seq <= place);
    },
    builtAt: new Map(rows.builtAt.map(({ id, seq }) => [id, seq])),
  };
}

/** What was deleted, as what is there is read. */
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

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));

const parentsIn = ({ parentSeq, detail }: TracedChange): number[] =>
  parentSeq === null ? [] : [Number(detail!["parentId"])];

const itemsIn = (change: TracedChange): number[] => [change.entityId, ...parentsIn(change)];

/** The parents of which it may matter whether they were complete: of what is one thing in them. */
const assembledIn = (change: TracedChange): number[] =>
  isCorrection(change) || Number(change.detail?.["qty"]) === scale ? parentsIn(change) : [];

const takenIn = (change: TracedChange): number[] =>
  removalsIn(change).map(({ buildId }) => buildId);
