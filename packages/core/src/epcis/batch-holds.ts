import { sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { changeLog } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { actionLists } from "../engine/record.ts";
import { foldCase } from "../values/fold-case.ts";
import type { TracedChange } from "./traced-change.ts";

/** Whether a change is of the batch of a product, and not of an item. */
export const isOfBatch = ({ entity }: TracedChange) => entity === "Product";

/** The product whose batch a change holds or releases. */
export const batchProductsIn = (change: TracedChange): number[] =>
  isOfBatch(change) ? [change.entityId] : [];

/** Reads when batches of these products were put on hold and released, up to a change. */
export const batchHolds = statement(() =>
  query
    .select({
      seq: changeLog.seq,
      productId: changeLog.entityId,
      action: changeLog.action,
      batchNo: sql<string>`${changeLog.after} ->> '$.detail.batchNo'`,
    })
    .from(changeLog)
    .where(
      sql`action not in ${sql.raw(actionLists.frequent)}
        and ${changeLog.action} in ${sql.raw(actionLists.ofBatch)}
        and +${changeLog.entityId} in ${each("products")}
        and ${changeLog.seq} <= ${sql.placeholder("last")}`,
    )
    .orderBy(changeLog.seq),
);

/** The number of holds of a batch, and how the first of them spells it. */
export interface HeldBatch {
  readonly holds: number;
  readonly batchNo: string;
}

/** Returns a function that finds the holds of a batch, in whatever case these spell it. */
export const holdsOfBatch =
  (rows: readonly ReturnType<ReturnType<typeof batchHolds>["row"]>[]) =>
  ({ id, entityId, detail }: TracedChange): HeldBatch => {
    const key = foldCase(String(detail!["batchNo"]));
    const own = rows.filter(
      ({ seq, productId, batchNo }) =>
        seq <= id && productId === entityId && foldCase(batchNo) === key,
    );
    const held: HeldBatch = { holds: 0, batchNo: "" };
    return own.reduce(({ holds, batchNo: first }, { action, batchNo }) => {
      if (action === "batchReleased") return { holds: holds - 1, batchNo: first };
      return { holds: holds + 1, batchNo: holds === 0 ? batchNo : first };
    }, held);
  };
