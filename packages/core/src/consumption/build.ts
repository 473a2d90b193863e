import type { Logged } from "../database/executor.ts";
import {
  type Batch,
  type Change,
  type Conflicts,
  type Context,
  create,
  differences,
  execute,
  executeBatch,
  insertPart,
  own,
  type PartChange,
  type Pending,
  readRows,
  storedFields,
  update,
  type Verb,
} from "../engine/index.ts";
import type { Item } from "../material-item/item.ts";
import { timesOfReceipt } from "../material-item/item-times.ts";
import { foldedNames } from "../rules/named.ts";
import type { Allocation } from "./allocate.ts";
import { type BuildFacts, type BuildInput, loadBuild } from "./build.facts.ts";
import { type BuildDecision, decideBuild } from "./build.rules.ts";
import { allCandidatesOfParents } from "./facts.ts";
import { NothingTakes } from "./open-slots.ts";

/** A completed Build or Remove: both items after it, and the quantity of each candidate. */
export interface ConsumptionAnswer {
  /** The place in the change log of the parent's change. */
  readonly id: number;
  readonly parent: Item;
  readonly child: Item;
  readonly qty: number;
  readonly allocations: readonly Allocation[];
  readonly at: number;
  readonly userId: number;
  /** The base unit of the child. Absent from the answer to a request that was decided before it was added. */
  readonly unit: string | undefined;
}

/** A completed Build. */
export interface BuildAnswer extends ConsumptionAnswer {
  /**
   * Whether it has made the child at the point of consumption. Absent from the answer to a repeated
   * request that was decided before it was added.
   */
  readonly received: boolean | undefined;
}

function write(decision: BuildDecision): Change[] {
  const { parentBefore, parent, childBefore, child, occurredAt, qty, allocations } = decision;
  const ofParent = update(
    "MaterialItem",
    parentBefore,
    differences("MaterialItem", parentBefore, parent),
    {
      action: "builtInto",
      occurredAt,
      detail: { qty, allocations, childSerialNo: child.visualSerialNo },
    },
  );
  const parts = builtParts(decision, ofParent.seq);
  return [
    ofParent,
    childBefore
      ? update("MaterialItem", childBefore, differences("MaterialItem", childBefore, child), {
          action: "built",
          occurredAt,
          detail: { qty, parentId: parent.id, shortfall: decision.shortfall || undefined },
          parts,
        })
      : create(
          "MaterialItem",
          storedFields("MaterialItem", child),
          { action: "receivedAndBuilt", occurredAt, detail: { qty, parentId: parent.id }, parts },
          decision.childId,
        ),
  ];
}

/** Returns the rows of the builds, and the adjustment that books a shortfall. */
function builtParts(
  { parent, childId, allocations, shortfall }: BuildDecision,
  builtAt: Pending,
): PartChange[] {
  const built = allocations.map((allocation) =>
    insertPart("build", {
      ...allocation,
      seq: builtAt,
      parentId: parent.id,
      childId: childId ?? own.id,
      removedQty: 0,
    }),
  );
  if (shortfall === 0) return built;
  const booked = insertPart("adjustment", {
    seq: own.seq,
    // Only an existing item can have a shortfall.
    materialItemId: childId!,
    qty: shortfall,
    materialReasonId: null,
  });
  return [...built, booked];
}

/** Returns the answer of a build from its decision and the changes of parent and child. */
export const answerBuild = (
  { parent, child, qty, allocations, at, userId, received, unit }: BuildDecision,
  [ofParent, ofChild]: readonly Logged[],
): BuildAnswer => ({
  id: ofParent!.seq,
  parent,
  child: { ...child, id: ofChild!.id },
  received,
  qty,
  allocations,
  at,
  userId,
  unit,
});

/** Updates items, built quantities and links for the builds that follow. */
function advance(facts: BuildFacts, decision: BuildDecision): void {
  const { parentBefore, parent, childBefore, child, childId, allocations } = decision;
  if (childId === undefined)
    throw new Error("The id of a new item must be known for the next build.");
  facts.items[facts.items.indexOf(parentBefore)] = parent;
  if (childBefore) facts.items[facts.items.indexOf(childBefore)] = { ...child, id: childId };
  else {
    const version = facts.versions.find(({ productId }) => productId === child.productId);
    facts.items.push({ ...child, ...version, id: childId });
    facts.lastItem[0] = { id: childId };
    facts.times.push(timesOfReceipt(childId, decision.at));
  }
  for (const { candidateId, qty } of allocations) {
    const index = facts.candidates.findIndex((candidate) => candidate.candidateId === candidateId);
    const candidate = facts.candidates[index]!;
    facts.candidates[index] = { ...candidate, built: [...candidate.built, [parent.id, qty]] };
  }
  linkAncestors(facts, parentBefore, childId);
}

/**
 * Adds the parent and its ancestors as ancestors of the child and of everything below it. Each pair
 * is added once: the number of paths between two items can double with each level.
 */
function linkAncestors({ ancestors }: BuildFacts, parent: Item, childId: number): void {
  const above = [parent, ...ancestors.filter(({ rootId }) => rootId === parent.id)];
  const below = ancestors.filter(({ id }) => id === childId).map(({ rootId }) => rootId);
  const [roots, ids] = [new Set([childId, ...below]), new Set(above.map(({ id }) => id))];
  const pair = ({ rootId, id }: { rootId: number; id: number }) => `${rootId} ${id}`;
  const known = new Set(
    ancestors.filter(({ rootId, id }) => roots.has(rootId) && ids.has(id)).map(pair),
  );
  for (const rootId of roots) {
    for (const { id, revNo } of above) {
      const link = { rootId, id, revNo };
      if (!known.has(pair(link))) ancestors.push(link);
    }
  }
}

const buildCommand = {
  conflicts: {
    of: ["Build/Build", "Build/BuildMany"],
    claims: { MaterialItem: "parent, child" },
    asserts: {
      BomVersion: "",
      WorksOrder: "of the parent",
      MaterialItem: "every ancestor of the parent by net links",
      Product: "",
      ReceiptProfile: "of a received child",
    },
  } satisfies Conflicts,
  load: (inputs: readonly BuildInput[]) => loadBuild(inputs),
  decide: decideBuild,
  write,
  answer: answerBuild,
  advance,
};

/** Consumes a child item into a parent item. Source: spec.md, PUT /api/Build/Build. */
export const build: Verb<BuildInput, BuildAnswer> = Object.assign(
  (context: Context, input: BuildInput) =>
    execute(context, buildCommand, input).catch(async (error: unknown) => {
      if (error instanceof NothingTakes) {
        error.explain(await readRows(context, allCandidatesOf(error.parent)));
      }
      throw error;
    }),
  { conflicts: buildCommand.conflicts },
);

const allCandidatesOf = ({ visualSerialNo }: Item) =>
  allCandidatesOfParents({ parents: foldedNames([visualSerialNo]), products: "[]" });

/** Stops a batch in which nothing takes a child: its lines are decided again from more facts. */
class Unexplained extends Error {
  override readonly name = "Unexplained";
}

/** Decides a line. `explain` gets a refusal that the open slots of the parent explain. */
const lineDecision =
  (explain: (error: NothingTakes, facts: BuildFacts) => void): typeof decideBuild =>
  (facts, input, by) => {
    try {
      return decideBuild(facts, input, by);
    } catch (error) {
      if (error instanceof NothingTakes) explain(error, facts);
      throw error;
    }
  };

const batchCommand: typeof buildCommand = {
  ...buildCommand,
  decide: lineDecision((error) => {
    throw new Unexplained("The open slots are not read.", { cause: error });
  }),
};

/** The same with the candidates of all slots. A refused line is recorded with what explains it. */
const explainingCommand: typeof buildCommand = {
  ...buildCommand,
  load: (inputs) => loadBuild(inputs, true),
  decide: lineDecision((error, { candidates }) => error.explain(candidates)),
};

/**
 * Builds several lines in order, each on the state that the lines before it left. If the batch is
 * atomic, one refused line refuses all. Otherwise the other lines take effect.
 */
export const buildMany = (context: Context, batch: Batch<BuildInput>) =>
  executeBatch(context, batchCommand, batch).catch((error: unknown) => {
    if (error instanceof Unexplained) return executeBatch(context, explainingCommand, batch);
    throw error;
  });
