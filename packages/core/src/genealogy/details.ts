import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { happenedAt } from "../database/happened-at.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { type Context, readChecked } from "../engine/index.ts";
import {
  bomSlot,
  build,
  changeLog,
  lotTransfer,
  materialItem,
  product,
  unitOfMeasure,
  user,
} from "../database/schema/index.ts";
import { userNames } from "../database/user-names.ts";
import { type AsOf, fieldsInState, isPresent, sqlNames, valuesOfState } from "./as-of.ts";
import type { Direction } from "./link-tuple.ts";
import { byDirection, ends, placeInState, transferEnds } from "./links.ts";
import type { StructurePlace } from "./places.ts";
import { actionLists } from "../engine/record.ts";

/** The fields of an item that can have had other values at an earlier time. */
interface EarlierFields {
  readonly visualSerialNo?: string;
  readonly batchNo?: string | null;
  readonly version?: string | null;
}

const names = ["visualSerialNo", "batchNo", "version"] as const;

// The index holds only the changes that can change one of these fields.
const index = "change_log_renamed";
const isOfItem = () => sql`logged.entity = 'MaterialItem'
  and logged.action in ${sql.raw(actionLists.renaming)} and logged.entity_id = ${materialItem.id}`;

// Of the present, only the changes since the first page are read: the first one of a field holds
// the value before.
const fieldsOfFirstPage = () =>
  sql<EarlierFields>`(
  select json_group_object(name, value) from (
    select was.key as name, was.value as value, min(logged.rev_no)
    from change_log as logged indexed by ${sql.raw(index)}
    join json_each(logged.before) as was
    where ${isOfItem()} and logged.seq > ${sql.placeholder("seq")}
    and was.key in ${sqlNames(names)}
    group by was.key))`.mapWith((text: string) => JSON.parse(text) as EarlierFields);

const fieldsThen = () => fieldsInState<EarlierFields>(names, { index, condition: isOfItem() });

const unitOfChild = () => sql<string>`(select ${unitOfMeasure.name} from material_item as child
  join product as made on made.id = child.product_id
  join unit_of_measure on unit_of_measure.id = made.base_unit_id
  where child.id = ${build.childId})`;

const selectDetails = (direction: Direction, earlier: () => SQL<EarlierFields>) =>
  query
    .select({
      linkId: build.id,
      visualSerialNo: materialItem.visualSerialNo,
      batchNo: materialItem.batchNo,
      version: materialItem.version,
      productId: product.id,
      productName: product.name,
      slot: bomSlot.description,
      unit: unitOfChild(),
      at: sql<number>`${happenedAt()}`.mapWith(Number),
      userId: changeLog.userId,
      ...userNames(),
      earlier: earlier(),
    })
    .from(build)
    .innerJoin(materialItem, eq(materialItem.id, ends()[direction].to))
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(bomSlot, eq(bomSlot.id, placeInState().bomSlotId))
    .innerJoin(changeLog, eq(changeLog.seq, build.seq))
    .leftJoin(user, eq(user.id, changeLog.userId))
    .where(inArray(build.id, each("builds")));

const detailsOfBuilds = byDirection((direction) => ({
  ofPresent: statement(() => selectDetails(direction, fieldsOfFirstPage)),
  ofState: statement(() => selectDetails(direction, fieldsThen)),
}));

/** The details of what Split or Merge moved. It has no slot. */
const selectTransferDetails = (direction: Direction, earlier: () => SQL<EarlierFields>) =>
  query
    .select({
      linkId: lotTransfer.id,
      visualSerialNo: materialItem.visualSerialNo,
      batchNo: materialItem.batchNo,
      version: materialItem.version,
      productId: product.id,
      productName: product.name,
      slot: sql<string>`''`.as("no_slot"),
      unit: unitOfMeasure.name,
      at: sql<number>`${happenedAt()}`.mapWith(Number),
      userId: changeLog.userId,
      ...userNames(),
      earlier: earlier(),
    })
    .from(lotTransfer)
    .innerJoin(materialItem, eq(materialItem.id, transferEnds()[direction].to))
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .innerJoin(changeLog, eq(changeLog.seq, lotTransfer.seq))
    .leftJoin(user, eq(user.id, changeLog.userId))
    .where(inArray(lotTransfer.id, each("transfers")));

const detailsOfTransfers = byDirection((direction) => ({
  ofPresent: statement(() => selectTransferDetails(direction, fieldsOfFirstPage)),
  ofState: statement(() => selectTransferDetails(direction, fieldsThen)),
}));

/** A place with the details of its item, its link, and its first build or transfer. */
export type DetailedPlace = StructurePlace &
  Omit<RowOf<ReturnType<typeof selectDetails>>, "linkId" | "earlier">;

/** Reads the details of places. */
export async function withDetails(
  context: Context,
  direction: Direction,
  places: readonly StructurePlace[],
  asOf: AsOf,
): Promise<DetailedPlace[]> {
  if (places.length === 0) return [];
  const built = places.filter(({ link }) => link.kind === "build");
  const moved = places.filter(({ link }) => link.kind !== "build");
  const way = isPresent(asOf) ? "ofPresent" : "ofState";
  const state = valuesOfState(asOf);
  const bound = [
    detailsOfBuilds[direction][way]({ builds: firstIdsOf(built), ...state }),
    // Only a structure with transfers reads their details.
    ...(moved.length > 0
      ? [detailsOfTransfers[direction][way]({ transfers: firstIdsOf(moved), ...state })]
      : []),
  ];
  const read = await readChecked(context, bound);
  const [ofBuilds, ofTransfers = new Map()] = read.map(
    (rows, nth) => new Map(rows.map(bound[nth]!.row).map((row) => [row.linkId, row])),
  );
  return places.map((place) => {
    const { kind, firstId } = place.link;
    const details = kind === "build" ? ofBuilds! : ofTransfers;
    // Each place was made from a build or a transfer, and neither is ever deleted.
    const { earlier: before, linkId: _linkId, ...detail } = details.get(firstId)!;
    return { ...place, ...detail, ...before };
  });
}

const firstIdsOf = (places: readonly StructurePlace[]) =>
  JSON.stringify(places.map(({ link }) => link.firstId));
