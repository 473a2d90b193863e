import {
  type Assertion,
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
import { requireSigned, type Signed, signedConflicts } from "../signature/gate.ts";
import { foldCase } from "../values/fold-case.ts";
import { foldedNames } from "../rules/named.ts";
import {
  type BatchHold,
  type BatchHoldToRelease,
  type BatchReference,
  loadBatchesToRelease,
  requireBatch,
} from "./batch-hold.ts";

export interface DeleteBatchHoldInput extends BatchReference {
  /** The SUID or the name of the reason whose hold ends. Without it, the only hold ends. */
  readonly holdReason?: string | null | undefined;
  readonly comment?: string | null | undefined;
}

const load = (inputs: readonly DeleteBatchHoldInput[]) => ({
  ...loadBatchesToRelease(inputs),
  holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map(({ holdReason }) => holdReason)) }),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  /** The signatures that let the hold end; undefined if no rule demands one. */
  readonly detail?: Signed["detail"];
  readonly product: Revision;
  readonly hold: BatchHold;
  readonly comment: string | null;
}

/** Decides the end of a hold of a batch. Refuses `not_found`, `item_on_hold`, `signature_required`. */
function decide(facts: Facts, input: DeleteBatchHoldInput): Decision {
  const { product, holds } = requireBatch(facts, input);
  const { signing, ...hold } = holdToEnd(facts, holds, input);
  const name = `The hold of batch ${hold.batchNo} of ${product.name}`;
  const record = { entity: "BatchHold", id: hold.id, revNo: hold.revNo, name } as const;
  return {
    ...requireSigned(record, signing, ["release"]),
    product: { id: product.id, revNo: product.revNo },
    hold,
    comment: input.comment ?? null,
  };
}

function holdToEnd(
  { holdReasons }: Facts,
  holds: readonly BatchHoldToRelease[],
  { productName, batchNo, holdReason: named }: DeleteBatchHoldInput,
): BatchHoldToRelease {
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
function write({ product, hold, comment, detail }: Decision): Change[] {
  const { batchNo, holdReasonId } = hold;
  return [
    remove("BatchHold", storedRow("BatchHold", hold), { action: "deleted", comment }),
    claim("Product", product, {
      action: "batchReleased",
      detail: { batchNo, holdReasonId, ...detail },
    }),
  ];
}

/**
 * Ends the hold of a batch. Its items are free again, except those that another hold of the batch or
 * a hold of their own stops.
 */
export const deleteBatchHold = verb({
  conflicts: {
    of: ["BatchHold/Delete"],
    claims: { BatchHold: "", Product: "" },
    asserts: signedConflicts,
  },
  load,
  decide,
  write,
  answer: ({ hold }: Decision): BatchHold => hold,
});
