import {
  type Change,
  claim,
  remove,
  type Revision,
  type RowsOf,
  storedRow,
  verb,
} from "../engine/index.ts";
import {
  holdReasonKeyed,
  holdReasonsByKey,
  noSuchHoldReason,
} from "../material-item/hold-reason.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import { type BatchHold, type BatchReference, loadBatches, requireBatch } from "./batch-hold.ts";

export interface DeleteBatchHoldInput extends BatchReference {
  /** The SUID or the name of the reason whose hold ends. Without it, the only hold ends. */
  readonly holdReason?: string | null | undefined;
  readonly comment?: string | null | undefined;
}

const load = (inputs: readonly DeleteBatchHoldInput[]) => ({
  ...loadBatches(inputs),
  holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map(({ holdReason }) => holdReason)) }),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly [];
  readonly product: Revision;
  readonly hold: BatchHold;
  readonly comment: string | null;
}

/** Decides the end of a hold of a batch. Refuses `not_found`, and `item_on_hold` of several holds. */
function decide(facts: Facts, input: DeleteBatchHoldInput): Decision {
  const { product, holds } = requireBatch(facts, input);
  return {
    asserts: [],
    product: { id: product.id, revNo: product.revNo },
    hold: holdToEnd(facts, holds, input),
    comment: input.comment ?? null,
  };
}

function holdToEnd(
  { holdReasons }: Facts,
  holds: readonly BatchHold[],
  { productName, batchNo, holdReason: named }: DeleteBatchHoldInput,
): BatchHold {
  const reason = named == null ? undefined : holdReasonKeyed(holdReasons, [foldCase(named)]);
  if (named != null && !reason) throw noSuchHoldReason(named);
  const found = reason ? holds.filter(({ holdReasonId }) => holdReasonId === reason.id) : holds;
  const [only, ...others] = found;
  const batch = `Batch ${batchNo} of ${productName}`;
  if (!only) {
    const why = reason ? ` for ${reason.name}` : "";
    throw new Refusal("not_found", `${batch} is not on hold${why}.`);
  }
  if (others.length === 0) return only;
  const names = holds.map(({ holdReason }) => holdReason).join(", ");
  throw refusalAt(
    "item_on_hold",
    "/holdReason",
    `${batch} has several holds: ${names}. Name the one to end.`,
  );
}

/** Writes the end of the hold. The product says so too, as it says when the hold began. */
function write({ product, hold, comment }: Decision): Change[] {
  const { batchNo, holdReasonId } = hold;
  return [
    remove("BatchHold", storedRow("BatchHold", hold), { action: "deleted", comment }),
    claim("Product", product, { action: "batchReleased", detail: { batchNo, holdReasonId } }),
  ];
}

/**
 * Ends the hold of a batch. Its items are free again, except those that another hold of the batch or
 * a hold of their own stops.
 */
export const deleteBatchHold = verb({
  conflicts: { of: ["BatchHold/Delete"], claims: { BatchHold: "", Product: "" } },
  load,
  decide,
  write,
  answer: ({ hold }: Decision): BatchHold => hold,
});
