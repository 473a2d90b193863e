import type { Logged } from "../database/executor.ts";
import {
  batchVerb,
  type Change,
  type Conflicts,
  differences,
  insertPart,
  own,
  type PartChange,
  type Pending,
  update,
  updatePart,
} from "../engine/index.ts";
import type { ConsumptionAnswer } from "./build.ts";
import { loadRemove, type RemoveFacts } from "./remove.facts.ts";
import { decideRemove, type RemoveDecision } from "./remove.rules.ts";

function write(decision: RemoveDecision): Change[] {
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
      parts: removedParts(decision, ofParent.seq),
    }),
  ];
}

/** Returns the rows of the removals, and the adjustment that writes the quantity off. */
function removedParts(
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

/** Returns the answer of a removal from its decision and the changes of parent and child. */
export const answerRemoval = (
  { parent, child, qty, allocations, at, userId, unit }: RemoveDecision,
  [ofParent]: readonly Logged[],
): ConsumptionAnswer => ({ id: ofParent!.seq, parent, child, qty, allocations, at, userId, unit });

/** Updates items and builds for the removals that follow. */
function advance(facts: RemoveFacts, decision: RemoveDecision): void {
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
  conflicts: {
    of: ["Build/Remove", "Build/RemoveMany"],
    claims: { MaterialItem: "parent, child" },
    asserts: {
      MaterialReason: "",
      HoldReason: "where the removal holds the child",
      Product: "if the quantity is not whole",
    },
  } satisfies Conflicts,
  load: loadRemove,
  decide: decideRemove,
  write,
  answer: answerRemoval,
  advance,
};

/** Takes a child item out of a parent item again. Source: spec.md, PUT /api/Build/Remove. */
export const removeBuilt = batchVerb(removeCommand);

/** Removes several lines in order. */
export const removeMany = removeBuilt.many;
