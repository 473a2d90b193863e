import { and, inArray, lt, sql } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Batch,
  type Change,
  type Context,
  differences,
  execute,
  executeBatch,
  insertPart,
  own,
  type PartChange,
  type Pending,
  update,
  updatePart,
} from "../engine/index.ts";
import { build } from "../database/schema/index.ts";
import { activeHoldReasons } from "../material-item/hold-reason.ts";
import { itemsBySerial } from "../material-item/item.ts";
import { reasonsBySuid } from "../material-item/material-reason.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { foldedNames } from "../rules/named.ts";
import type { ConsumptionAnswer } from "./build.ts";
import { buildsBetween, slotsChosen } from "./facts.ts";
import { decideRemove, type RemoveDecision, type RemoveFacts } from "./remove.rules.ts";

/** The quantity is in millionths, of the child's base unit; times are in milliseconds. */
export interface RemoveInput {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly removeQty: number;
  readonly comments?: string | null | undefined;
  readonly reasonSUID: string;
  /** Takes back what was built into this slot alone. */
  readonly bomSlotID?: number | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

/** Takes a child item out of a parent item again. Source: spec.md, PUT /api/Build/Remove. */
export const removeBuilt = (context: Context, input: RemoveInput): Promise<ConsumptionAnswer> =>
  execute(context, removeCommand, input);

/**
 * Removes several lines in order, each on what those before it left: all of them or, where not
 * `atomic`, all but those that are refused.
 */
export const removeMany = (context: Context, batch: Batch<RemoveInput>) =>
  executeBatch(context, removeCommand, batch);

// A lot may have been built any number of times: all its builds count only once nothing is left.
const usedUp = () =>
  sql`(select id from material_item
  where serial_key in ${each("children")} and actual_qty = 0)`;

/**
 * How many builds are left of children with these folded serials of which nothing is in stock. The
 * quantities of all together may be more than an integer holds.
 */
const builtOfUsedUp = statement(() =>
  query
    .select({
      childId: build.childId,
      builds: sql<number>`count(*)`.mapWith(Number),
    })
    .from(build)
    .where(and(inArray(build.childId, usedUp()), lt(build.removedQty, build.qty)))
    .groupBy(build.childId),
);

/** All that bears on these removals, found from the serials and reasons alone. */
export function loadRemove(inputs: readonly RemoveInput[]) {
  const children = foldedNames(inputs.map(({ childSerialNo }) => childSerialNo));
  const pairs = new Set(
    inputs.map((input) => foldedNames([input.parentSerialNo, input.childSerialNo])),
  );
  return {
    items: itemsBySerial({
      serials: foldedNames(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    builds: buildsBetween({ pairs: `[${[...pairs].join(",")}]` }),
    built: builtOfUsedUp({ children }),
    reasons: reasonsBySuid({ reasons: foldedNames(inputs.map(({ reasonSUID }) => reasonSUID)) }),
    holdReasons: activeHoldReasons(),
    statuses: serviceStatuses(),
    chosenSlots: slotsChosen(inputs),
  };
}

function writeRemove(decision: RemoveDecision): Change[] {
  const { parentBefore, parent, childBefore, child, note, qty, allocations } = decision;
  const ofParent = update(
    "MaterialItem",
    parentBefore,
    differences("MaterialItem", parentBefore, parent),
    {
      ...note,
      action: "removedFrom",
      detail: { qty, allocations, childSerialNo: child.visualSerialNo },
    },
  );
  return [
    ofParent,
    update("MaterialItem", childBefore, differences("MaterialItem", childBefore, child), {
      ...note,
      action: "removed",
      detail: { qty, parentId: parent.id },
      parts: partsOf(decision, ofParent.seq),
    }),
  ];
}

/** What is taken back of each build, and of what is written off, the adjustment. */
function partsOf(
  { builds, child, qty, scrapped, note }: RemoveDecision,
  removedAt: Pending,
): PartChange[] {
  const removals = builds.flatMap(({ id, removedQty, qty: part }) => [
    insertPart("removal", { seq: removedAt, buildId: id, qty: part }),
    updatePart("build", { id }, { removedQty }),
  ]);
  if (!scrapped) return removals;
  const writtenOff = insertPart("adjustment", {
    seq: own.seq,
    materialItemId: child.id,
    qty: -qty,
    materialReasonId: note.reasonId,
  });
  return [...removals, writtenOff];
}

/** The answer of a removal, from its decision and the changes of parent and child. */
export const answerRemoval = (
  { parent, child, qty, allocations, at, userId }: RemoveDecision,
  [ofParent]: readonly Logged[],
): ConsumptionAnswer => ({ id: ofParent!.seq, parent, child, qty, allocations, at, userId });

/** Brings items and what is built up to date, for the removals that follow. */
function advanceRemove(facts: RemoveFacts, decision: RemoveDecision): void {
  const { parentBefore, parent, childBefore, child, builds } = decision;
  facts.items[facts.items.indexOf(parentBefore)] = parent;
  facts.items[facts.items.indexOf(childBefore)] = child;
  const removed = new Map(builds.map(({ id, removedQty }) => [id, removedQty]));
  const left = facts.builds
    .map((one) => ({ ...one, removedQty: removed.get(one.id) ?? one.removedQty }))
    .filter((one) => one.removedQty < one.qty);
  const ended = facts.builds.length - left.length;
  facts.builds = left;
  facts.built = facts.built.map((one) =>
    one.childId === child.id ? { ...one, builds: one.builds - ended } : one,
  );
}

const removeCommand = {
  load: loadRemove,
  decide: decideRemove,
  write: writeRemove,
  answer: answerRemoval,
  advance: advanceRemove,
  forgets: ["parentBefore", "childBefore", "builds"] as const,
};
