import { sql } from "drizzle-orm";
import type { Logged } from "../database/executor.ts";
import { query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import {
  type Batch,
  type Change,
  type Context,
  create,
  differences,
  execute,
  executeBatch,
  insertPart,
  own,
  type PartChange,
  type Pending,
  storedFields,
  update,
} from "../engine/index.ts";
import { currency, materialItem } from "../database/schema/index.ts";
import { type Item, itemsBySerial } from "../material-item/item.ts";
import { productsToReceive } from "../material-item/new-item.ts";
import { statusesKeyed } from "../material-item/status.ts";
import { foldedNames, recordsNamed } from "../rules/named.ts";
import { type BuildDecision, type BuildFacts, decideBuild } from "./build.rules.ts";
import type { Allocation } from "./allocate.ts";
import {
  ancestorsOfParents,
  candidatesOfParents,
  slotsChosen,
  versionsOfProducts,
} from "./facts.ts";

const statuses = statusesKeyed(["available", "consumed"]);

/** Quantities and costs are in millionths, times in milliseconds. */
export interface BuildInput {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly builtQty: number;
  readonly receiveAtPointOfConsumption: boolean;
  readonly itemDetails?:
    | {
        readonly productName: string;
        readonly expiryDate?: number | null | undefined;
        readonly batchNo?: string | null | undefined;
        readonly version?: string | null | undefined;
        readonly costPerUnit?: number | null | undefined;
        readonly currency?: string | null | undefined;
      }
    | null
    | undefined;
  /** Picks one of several slots. */
  readonly bomSlotID?: number | null | undefined;
  readonly occurredAt?: number | null | undefined;
}

/** A completed Build or Remove: both items as they became, and what each candidate took. */
export interface ConsumptionAnswer {
  /** The place in the change log of the parent's change. */
  readonly id: number;
  readonly parent: Item;
  readonly child: Item;
  readonly qty: number;
  readonly allocations: readonly Allocation[];
  readonly at: number;
  readonly userId: number;
}

/** Consumes a child item into a parent item. Source: spec.md, PUT /api/Build/Build. */
export const build = (context: Context, input: BuildInput): Promise<ConsumptionAnswer> =>
  execute(context, buildCommand, input);

/**
 * Builds several lines in order, each on what those before it left: all of them or, where not
 * `atomic`, all but those that are refused.
 */
export const buildMany = (context: Context, batch: Batch<BuildInput>) =>
  executeBatch(context, buildCommand, batch);

const currenciesByName = recordsNamed(currency);
// No item is ever deleted, so that the next one's id follows the largest.
const lastItem = statement(() =>
  query
    .select({ id: sql<number>`coalesce(max(${materialItem.id}), 0)`.mapWith(Number) })
    .from(materialItem),
);

/** All that bears on these builds, found from the serials alone: one batch, however many. */
export function loadBuild(inputs: readonly BuildInput[]) {
  const parents = foldedNames(inputs.map(({ parentSerialNo }) => parentSerialNo));
  const details = inputs.flatMap((input) =>
    input.receiveAtPointOfConsumption ? (input.itemDetails ?? []) : [],
  );
  const receives = details.length > 0;
  const products = foldedNames(details.map((detail) => detail.productName));
  const taking = {
    parents,
    children: foldedNames(inputs.map(({ childSerialNo }) => childSerialNo)),
    products,
  };
  const currencies = details.flatMap((detail) => detail.currency ?? []);
  return {
    items: itemsBySerial({
      serials: foldedNames(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    candidates: candidatesOfParents(taking),
    ancestors: ancestorsOfParents({ parents }),
    // What one build receives, those after it have to know: its id, and by what it is built.
    lastItem: receives && inputs.length > 1 ? lastItem() : undefined,
    versions: receives && inputs.length > 1 ? versionsOfProducts({ products }) : undefined,
    statuses: statuses(),
    products: receives ? productsToReceive({ products }) : undefined,
    currencies:
      currencies.length > 0 ? currenciesByName({ names: foldedNames(currencies) }) : undefined,
    chosenSlots: slotsChosen(inputs),
  };
}

function writeBuild(decision: BuildDecision): Change[] {
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
  const parts = partsOf(decision, ofParent.seq);
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

/** The rows that say what was built, and of a shortfall that is booked, the adjustment. */
function partsOf(
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
    // Only of an item that exists something can fall short.
    materialItemId: childId!,
    qty: shortfall,
    materialReasonId: null,
  });
  return [...built, booked];
}

/** The answer of a build, from its decision and the changes of parent and child. */
export const answerBuild = (
  { parent, child, qty, allocations, at, userId }: BuildDecision,
  [ofParent, ofChild]: readonly Logged[],
): ConsumptionAnswer => ({
  id: ofParent!.seq,
  parent,
  child: { ...child, id: ofChild!.id },
  qty,
  allocations,
  at,
  userId,
});

/** Brings items, built quantities and links up to date, for the builds that follow. */
function advanceBuild(facts: BuildFacts, decision: BuildDecision): void {
  const { parentBefore, parent, childBefore, child, childId, allocations } = decision;
  if (childId === undefined) throw new Error("What follows has to know the id of a new item.");
  facts.items[facts.items.indexOf(parentBefore)] = parent;
  if (childBefore) facts.items[facts.items.indexOf(childBefore)] = { ...child, id: childId };
  else {
    const version = facts.versions.find(({ productId }) => productId === child.productId);
    facts.items.push({ ...child, ...version, id: childId });
    facts.lastItem[0] = { id: childId };
  }
  for (const { candidateId, qty } of allocations) {
    const index = facts.candidates.findIndex((candidate) => candidate.candidateId === candidateId);
    const candidate = facts.candidates[index]!;
    facts.candidates[index] = { ...candidate, built: [...candidate.built, [parent.id, qty]] };
  }
  linkAncestors(facts, parentBefore, childId);
}

/**
 * All that stands above the parent stands above the child now, and above all below the child: once,
 * by however many ways, for these can double with each level.
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
  load: loadBuild,
  decide: decideBuild,
  write: writeBuild,
  answer: answerBuild,
  advance: advanceBuild,
  forgets: ["parentBefore", "childBefore", "childId"] as const,
};
