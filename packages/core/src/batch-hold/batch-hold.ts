import { eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { batchHold, holdReason, product } from "../database/schema/index.ts";
import { happenedAt } from "../database/happened-at.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { signingOf } from "../signature/gate.facts.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames, recordsNamed, requireNamed } from "../rules/named.ts";

/** A batch of a product. Neither the name of the product nor the batch is case sensitive. */
export interface BatchReference {
  readonly productName: string;
  readonly batchNo: string;
}

/** Selects holds of batches with the names that responses show, and how each began. */
export const selectBatchHolds = () => selectBatchHoldsWith({});

const selectBatchHoldsWith = <More extends Readonly<Record<string, SQL>>>(more: More) =>
  query
    .select({
      ...getTableColumns(batchHold),
      productName: product.name,
      holdReason: holdReason.name,
      since: sql<number>`(select ${happenedAt()} from change_log where entity = 'BatchHold'
        and entity_id = ${batchHold.id} and rev_no = 1)`.mapWith(Number),
      userId: sql<number | null>`(select user_id from change_log where entity = 'BatchHold'
        and entity_id = ${batchHold.id} and rev_no = 1)`,
      ...more,
    })
    .from(batchHold)
    .innerJoin(product, eq(product.id, batchHold.productId))
    .innerJoin(holdReason, eq(holdReason.id, batchHold.holdReasonId));

/** The hold of a batch, with names. It began at `since`, in milliseconds. */
export type BatchHold = RowOf<ReturnType<typeof selectBatchHolds>>;

const holdsOfBatches = statement(() =>
  selectBatchHolds()
    .where(inArray(batchHold.batchKey, each("batches")))
    .orderBy(batchHold.id),
);
/** The same, with what decides about their signatures. */
const selectHoldsToRelease = () =>
  selectBatchHoldsWith({
    signing: signingOf({
      entity: "BatchHold",
      id: "batch_hold.id",
      revNo: "batch_hold.rev_no",
      productTypeId: "product.product_type_id",
      versionId: "null",
    }),
  });
export type BatchHoldToRelease = RowOf<ReturnType<typeof selectHoldsToRelease>>;

const holdsToRelease = statement(() =>
  selectHoldsToRelease()
    .where(inArray(batchHold.batchKey, each("batches")))
    .orderBy(batchHold.id),
);
const productsNamed = recordsNamed(product);

/** Reads the products and the holds of batches. */
export const loadBatches = (batches: readonly BatchReference[]) => ({
  products: productsNamed({ names: foldedNames(batches.map(({ productName }) => productName)) }),
  holds: holdsOfBatches({ batches: foldedNames(batches.map(({ batchNo }) => batchNo)) }),
});

/** Reads the same with what decides about the signatures of the holds. */
export const loadBatchesToRelease = (batches: readonly BatchReference[]) => ({
  ...loadBatches(batches),
  holds: holdsToRelease({ batches: foldedNames(batches.map(({ batchNo }) => batchNo)) }),
});

interface Facts<Hold extends BatchHold> {
  readonly products: readonly ReturnType<ReturnType<typeof productsNamed>["row"]>[];
  readonly holds: readonly Hold[];
}

/** Finds the product of a batch and the holds of the batch; refuses (`not_found`) the product. */
export function requireBatch<Hold extends BatchHold>(
  facts: Facts<Hold>,
  { productName, batchNo }: BatchReference,
) {
  const of = requireNamed(facts.products, productName, "product", "/productName");
  const batchKey = foldCase(batchNo);
  const holds = facts.holds.filter(
    (hold) => hold.productId === of.id && hold.batchKey === batchKey,
  );
  return { product: of, batchKey, holds };
}
