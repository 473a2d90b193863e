import type { Logged } from "../database/executor.ts";
import {
  type Assertion,
  type Attribution,
  type Change,
  claim,
  create,
  relyOn,
  type Revision,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import { holdReasonsByKey, requireHoldReason } from "../material-item/hold-reason.ts";
import { foldedNames } from "../rules/named.ts";
import { type BatchHold, type BatchReference, loadBatches, requireBatch } from "./batch-hold.ts";

export interface UpsertBatchHoldInput extends BatchReference {
  /** The SUID or the name of a hold reason. Case is ignored. */
  readonly holdReason: string;
  /** If undefined, a hold that exists keeps its comment. */
  readonly comment?: string | null | undefined;
}

const load = (inputs: readonly UpsertBatchHoldInput[]) => ({
  ...loadBatches(inputs),
  holdReasons: holdReasonsByKey({ keys: foldedNames(inputs.map(({ holdReason }) => holdReason)) }),
});

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly product: Revision;
  readonly stored: BatchHold | undefined;
  readonly next: BatchHold;
}

/** Decides a hold of a batch. Refuses `not_found` and `inactive`. */
function decide(
  facts: RowsOf<ReturnType<typeof load>>,
  input: UpsertBatchHoldInput,
  by: Attribution,
): Decision {
  const { product, batchKey, holds } = requireBatch(facts, input);
  const reason = requireHoldReason(facts.holdReasons, input.holdReason);
  const stored = holds.find(({ holdReasonId }) => holdReasonId === reason.id);
  const { batchNo, comment = stored?.comment ?? null } = input;
  const next = stored ?? {
    id: 0,
    revNo: 0,
    productId: product.id,
    productName: product.name,
    batchNo,
    batchKey,
    holdReasonId: reason.id,
    holdReason: reason.name,
    since: by.at,
    userId: by.userId || null,
  };
  return {
    asserts: [relyOn("HoldReason", reason)],
    product: { id: product.id, revNo: product.revNo },
    stored,
    next: { ...next, revNo: next.revNo + 1, comment },
  };
}

/**
 * Writes the hold. A new one changes its product too: a Build or a receipt of the batch that was
 * decided before relies on the product, so it is decided again and finds the hold.
 */
function write({ product, stored, next }: Decision): Change[] {
  const { comment } = next;
  if (stored) return [update("BatchHold", stored, { comment }, { action: "updated" })];
  const { batchNo, holdReasonId } = next;
  return [
    create("BatchHold", storedFields("BatchHold", next), { action: "created", comment }),
    claim("Product", product, { action: "batchHeld", detail: { batchNo, holdReasonId } }),
  ];
}

const answer = ({ next, stored }: Decision, [changed]: readonly Logged[]): BatchHold => ({
  ...next,
  id: stored?.id ?? changed!.id,
});

/**
 * Puts a batch on hold: all items of the product with the batch, also those that come later. Until
 * the hold is deleted, nothing is built or dispatched of them.
 */
export const upsertBatchHold = verb({
  conflicts: {
    of: ["BatchHold/Upsert"],
    claims: { BatchHold: "", Product: "if the hold is new" },
    asserts: { HoldReason: "" },
  },
  load,
  decide,
  write,
  answer,
  // It was stored, as otherwise it is created.
  present: ({ stored }: Decision): BatchHold => stored!,
});
