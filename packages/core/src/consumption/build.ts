import { inArray } from "drizzle-orm";
import { type Change, create, idOf, insertPart, seqOf, update } from "../changes.ts";
import { execute } from "../command.ts";
import type { Context } from "../context.ts";
import type { Logged } from "../database/executor.ts";
import { bomSlot, currency } from "../database/schema/index.ts";
import { each, query, statement } from "../database/statement.ts";
import { foldCase } from "../fold-case.ts";
import { differences, type Item, itemsBySerial, storedItem } from "../material-item/item.ts";
import { productsToReceive } from "../material-item/new-item.ts";
import { serviceStatuses } from "../material-item/status.ts";
import { type BuildDecision, decideBuild } from "./build.rules.ts";
import type { Allocation } from "./allocate.ts";
import { ancestorsOfParents, builtIntoParents, candidatesOfParents } from "./facts.ts";

/** Quantities and costs are in millionths, times in milliseconds. */
export interface BuildInput {
  readonly parentSerialNo: string;
  readonly childSerialNo: string;
  readonly builtQty: number;
  readonly receiveAtPointOfConsumption: boolean;
  readonly itemDetails?:
    | {
        readonly productName: string;
        readonly expiryDate?: number | undefined;
        readonly batchNo?: string | undefined;
        readonly version?: string | undefined;
        readonly costPerUnit?: number | undefined;
        readonly currency?: string | undefined;
      }
    | undefined;
  readonly bomSlotID?: number | undefined;
  readonly occurredAt?: number | undefined;
}

/** A completed build: both items as they became, and what each slot candidate took. */
export interface BuildAnswer {
  readonly id: number;
  readonly parent: Item;
  readonly child: Item;
  readonly qty: number;
  readonly allocations: readonly Allocation[];
  readonly at: number;
  readonly userId: number;
}

/** Consumes a child item into a parent item. Source: spec.md, PUT /api/Build/Build. */
export const build = (context: Context, input: BuildInput): Promise<BuildAnswer> =>
  execute(context, buildCommand, input);

const slotsById = statement(() =>
  query.select({ id: bomSlot.id }).from(bomSlot).where(inArray(bomSlot.id, each("slots"))),
);
const currenciesByName = statement(() =>
  query
    .select({ id: currency.id, name: currency.name, nameKey: currency.nameKey })
    .from(currency)
    .where(inArray(currency.nameKey, each("currencies"))),
);

/** All that bears on these builds, found from the serials alone: one batch, however many. */
export function loadBuild(inputs: readonly BuildInput[]) {
  const parents = keysOf(inputs.map(({ parentSerialNo }) => parentSerialNo));
  const details = inputs.flatMap(({ itemDetails }) => itemDetails ?? []);
  return {
    items: itemsBySerial({
      serials: keysOf(inputs.flatMap((input) => [input.parentSerialNo, input.childSerialNo])),
    }),
    candidates: candidatesOfParents({ parents }),
    built: builtIntoParents({ parents }),
    ancestors: ancestorsOfParents({ parents }),
    statuses: serviceStatuses(),
    products: productsToReceive({
      products: keysOf(details.map(({ productName }) => productName)),
    }),
    currencies: currenciesByName({
      currencies: keysOf(details.flatMap(({ currency: named }) => named ?? [])),
    }),
    chosenSlots: slotsById({
      slots: JSON.stringify(inputs.flatMap(({ bomSlotID }) => bomSlotID ?? [])),
    }),
  };
}

const keysOf = (names: readonly string[]) => JSON.stringify(names.map(foldCase));

function writeBuild(decision: BuildDecision): Change[] {
  const { parentBefore, parent, childBefore, child, occurredAt, qty, allocations } = decision;
  const detail = { qty, allocations };
  return [
    update("MaterialItem", parentBefore, differences(parentBefore, parent), {
      action: "builtInto",
      occurredAt,
      detail: { ...detail, childSerialNo: child.visualSerialNo },
    }),
    childBefore
      ? update("MaterialItem", childBefore, differences(childBefore, child as Item), {
          action: "built",
          occurredAt,
          detail: { ...detail, parentId: parent.id, shortfall: decision.shortfall || undefined },
        })
      : create("MaterialItem", storedItem(child), {
          action: "receivedAndBuilt",
          occurredAt,
          detail: { ...detail, parentId: parent.id },
        }),
    ...allocations.map((allocation) =>
      insertPart("build", {
        ...allocation,
        seq: seqOf(0),
        parentId: parent.id,
        childId: childBefore ? childBefore.id : idOf(1),
        removedQty: 0,
      }),
    ),
    ...(decision.shortfall > 0
      ? [
          insertPart("adjustment", {
            seq: seqOf(1),
            materialItemId: childBefore!.id,
            qty: decision.shortfall,
            materialReasonId: null,
          }),
        ]
      : []),
  ];
}

const answerBuild = (
  { parent, child, qty, allocations, at, userId }: BuildDecision,
  [ofParent, ofChild]: readonly Logged[],
): BuildAnswer => ({
  id: ofParent!.seq,
  parent,
  child: { ...child, id: ofChild!.id },
  qty,
  allocations,
  at,
  userId,
});

/** Brings items and built quantities up to date, for the builds that follow in one request. */
function advanceBuild(facts: Parameters<typeof decideBuild>[0], decision: BuildDecision): void {
  const { parentBefore, parent, childBefore, child } = decision;
  facts.items[facts.items.indexOf(parentBefore)] = parent;
  if (childBefore) facts.items[facts.items.indexOf(childBefore)] = child as Item;
  for (const { candidateId, qty } of decision.allocations) {
    facts.built.push({ parentId: parent.id, candidateId, netQty: qty });
  }
}

export const buildCommand = {
  load: loadBuild,
  decide: decideBuild,
  write: writeBuild,
  answer: answerBuild,
  advance: advanceBuild,
};
