import { sql } from "drizzle-orm";
import { batchHold } from "../database/schema/index.ts";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type BatchHold, selectBatchHolds } from "./batch-hold.ts";

/** The filters of the list. None is case sensitive. */
export interface BatchHoldFilter {
  readonly id?: number | undefined;
  readonly productName?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly holdReason?: string | undefined;
}

const batchHolds = defineList(() => ({
  select: selectBatchHolds,
  table: batchHold,
  filters: {
    id: batchHold.id,
    product: (key) =>
      sql`${batchHold.productId} = (select id from product where name_key = ${key})`,
    batchKey: batchHold.batchKey,
    reason: (key) =>
      sql`${batchHold.holdReasonId} = (select id from hold_reason where name_key = ${key})`,
  },
}));

/** Lists the holds of batches that match, by id. */
export const listBatchHolds = (
  context: Context,
  { id, productName, batchNo, holdReason }: BatchHoldFilter,
  page: Page,
): Promise<Listing<BatchHold>> =>
  batchHolds(
    context,
    {
      id,
      product: foldGiven(productName),
      batchKey: foldGiven(batchNo),
      reason: foldGiven(holdReason),
    },
    page,
  );
