import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { materialItem, materialStatus, product, unitOfMeasure } from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { type Context, readRows } from "../engine/index.ts";
import { type AsOf, fieldsInState, isPresent, valuesOfState } from "../genealogy/as-of.ts";
import { readOfItems } from "../genealogy/of-items.ts";
import { canChangeStates } from "../genealogy/unit-in-state.ts";
import type { Item } from "../material-item/item.ts";

const namesThen = [
  "visualSerialNo",
  "version",
  "batchNo",
  "deliveryNo",
  "expiryAt",
  "nominalQty",
  "statusId",
  "worksOrderId",
  "startAt",
  "endAt",
] as const;
type FieldsThen = Partial<Pick<Item, (typeof namesThen)[number]>>;

const selectItems = (earlier: SQL<FieldsThen>) =>
  query
    .select({
      id: materialItem.id,
      productId: product.id,
      productName: product.name,
      unit: unitOfMeasure.name,
      visualSerialNo: materialItem.visualSerialNo,
      version: materialItem.version,
      batchNo: materialItem.batchNo,
      deliveryNo: materialItem.deliveryNo,
      expiryAt: materialItem.expiryAt,
      nominalQty: materialItem.nominalQty,
      statusId: materialItem.statusId,
      worksOrderId: materialItem.worksOrderId,
      startAt: materialItem.startAt,
      endAt: materialItem.endAt,
      earlier,
    })
    .from(materialItem)
    .innerJoin(product, eq(product.id, materialItem.productId))
    .innerJoin(unitOfMeasure, eq(unitOfMeasure.id, product.baseUnitId))
    .where(inArray(materialItem.id, each("ids")));

const noFields = () =>
  sql<FieldsThen>`'{}'`.mapWith((text: string) => JSON.parse(text) as FieldsThen);
const fieldsThen = () =>
  fieldsInState<FieldsThen>(namesThen, {
    index: "change_log_revision",
    condition: sql`logged.entity = 'MaterialItem' and logged.entity_id = ${materialItem.id}
      and ${canChangeStates()}`,
  });

/** Reads the items of a record, of the present or of another state. */
export const itemsOfRecord = {
  ofPresent: statement(() => selectItems(noFields())),
  ofState: statement(() => selectItems(fieldsThen())),
};

const statusNames = statement(() =>
  query.select({ id: materialStatus.id, name: materialStatus.name }).from(materialStatus),
);

/** An item of a record, as it was in the state. Its product's names are those of now. */
export type RecordedItem = Omit<RowOf<ReturnType<typeof selectItems>>, "earlier"> & {
  readonly status: string;
};

/** Reads items in one state of the record, in the order of the ids that are given. */
export async function itemsOf(
  context: Context,
  ids: readonly number[],
  asOf: AsOf,
): Promise<readonly RecordedItem[]> {
  const way = isPresent(asOf) ? "ofPresent" : "ofState";
  const names = await readRows(context, statusNames({}));
  const statuses = new Map(names.map(({ id, name }) => [id, name]));
  const rows = await readOfItems(context, ids, (some) =>
    itemsOfRecord[way]({ ids: some, ...valuesOfState(asOf) }),
  );
  const found = new Map(rows.map(({ earlier, ...now }) => [now.id, { ...now, ...earlier }]));
  return ids.map((id) => {
    // Items are never deleted, and a status that one has or had can't be.
    const item = found.get(id)!;
    return { ...item, status: statuses.get(item.statusId)! };
  });
}
