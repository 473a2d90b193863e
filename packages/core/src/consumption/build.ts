import { inArray } from "drizzle-orm";
import {
  type Change,
  create,
  idOf,
  insertPart,
  type PartChange,
  seqOf,
  update,
} from "../engine/changes.ts";
import { execute } from "../engine/execute.ts";
import type { Context } from "../engine/context.ts";
import type { Logged } from "../database/executor.ts";
import { bomSlot, currency } from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import { type Item, itemsBySerial } from "../material-item/item.ts";
import { productsToReceive } from "../material-item/new-item.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { foldedNames, recordsNamed } from "../rules/named.ts";
import { differences, storedFields } from "../engine/stored.ts";
import { type BuildDecision, type BuildFacts, decideBuild } from "./build.rules.ts";
import type { Allocation } from "./allocate.ts";
import { ancestorsOfParents, candidatesOfParents } from "./facts.ts";

const statuses = serviceStatuses(["available", "consumed"]);

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

const slotsById = statement(() =>
  query
    .select({ id: bomSlot.id })
    .from(bomSlot)
    .where(inArray(bomSlot.id, each("slots"))),
);
const currenciesByName = recordsNamed(currency);

/** All that bears on these builds, found from the serials alone: one batch, however many. */
export function loadBuild(inputs: readonly BuildInput[]) {
  const parents = foldedNames(inputs.map(({ parentSerialNo }) => parentSerialNo));
  const details = inputs.flatMap((input) =>
    input.receiveAtPointOfConsumption ? (input.itemDetails ?? []) : [],
  );
  const products = foldedNames(details.map((detail) => detail.productName));
  const taking = {
    parents,
    children: foldedNames(inputs.map(({ childSerialNo }) => childSerialNo)),
    products,
  };
  const currencies = details.flatMap((detail) => detail.currency ?? []);
  const slots = inputs.flatMap(({ bomSlotID }) => bomSlotID ?? []);
  return {
    items: itemsBySerial({
      serials: foldedNames(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    candidates: candidatesOfParents(taking),
    ancestors: ancestorsOfParents({ parents }),
    statuses: statuses(),
    products: details.length > 0 ? productsToReceive({ products }) : undefined,
    currencies:
      currencies.length > 0 ? currenciesByName({ names: foldedNames(currencies) }) : undefined,
    chosenSlots: slots.length > 0 ? slotsById({ slots: JSON.stringify(slots) }) : undefined,
  };
}

function writeBuild(decision: BuildDecision): Change[] {
  const { parentBefore, parent, childBefore, child, occurredAt, qty, allocations } = decision;
  const parts = partsOf(decision);
  return [
    update("MaterialItem", parentBefore, differences("MaterialItem", parentBefore, parent), {
      action: "builtInto",
      occurredAt,
      detail: { qty, allocations, childSerialNo: child.visualSerialNo },
    }),
    childBefore
      ? update("MaterialItem", childBefore, differences("MaterialItem", childBefore, child), {
          action: "built",
          occurredAt,
          detail: { qty, parentId: parent.id, shortfall: decision.shortfall || undefined },
          parts,
        })
      : create("MaterialItem", storedFields("MaterialItem", child), {
          action: "receivedAndBuilt",
          occurredAt,
          detail: { qty, parentId: parent.id },
          parts,
        }),
  ];
}

/** The rows that say what was built, and of a shortfall that is booked, the adjustment. */
function partsOf({ parent, childBefore, allocations, shortfall }: BuildDecision): PartChange[] {
  const built = allocations.map((allocation) =>
    insertPart("build", {
      ...allocation,
      seq: seqOf(0),
      parentId: parent.id,
      childId: childBefore ? childBefore.id : idOf(1),
      removedQty: 0,
    }),
  );
  if (shortfall === 0) return built;
  const booked = insertPart("adjustment", {
    seq: seqOf(1),
    materialItemId: childBefore!.id,
    qty: shortfall,
    materialReasonId: null,
  });
  return [...built, booked];
}

const answerBuild = (
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
function advanceBuild(facts: BuildFacts, decision: BuildDecision): boolean {
  const { parentBefore, parent, childBefore, child, allocations } = decision;
  // An item that is yet to be created has no id by which another decision could speak of it.
  if (!childBefore) return false;
  facts.items[facts.items.indexOf(parentBefore)] = parent;
  facts.items[facts.items.indexOf(childBefore)] = { ...child, id: childBefore.id };
  for (const { candidateId, qty } of allocations) {
    const index = facts.candidates.findIndex((candidate) => candidate.candidateId === candidateId);
    const candidate = facts.candidates[index]!;
    facts.candidates[index] = { ...candidate, built: [...candidate.built, [parent.id, qty]] };
  }
  linkAncestors(facts, parentBefore, childBefore.id);
  return true;
}

/** All that stands above the parent stands above the child now, and above all below the child. */
function linkAncestors({ ancestors }: BuildFacts, parent: Item, childId: number): void {
  const above = [parent, ...ancestors.filter(({ rootId }) => rootId === parent.id)];
  const below = ancestors.filter(({ id }) => id === childId).map(({ rootId }) => rootId);
  for (const rootId of [childId, ...below]) {
    for (const { id, revNo } of above) ancestors.push({ rootId, id, revNo });
  }
}

export const buildCommand = {
  load: loadBuild,
  decide: decideBuild,
  write: writeBuild,
  answer: answerBuild,
  advance: advanceBuild,
};
