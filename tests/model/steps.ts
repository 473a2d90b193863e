import { array, type Arbitrary, constantFrom, nat, noShrink, record, tuple } from "fast-check";
import { chanceOf } from "../faults/chance.ts";
import * as batches from "./batch-holds.ts";
import * as consumption from "./consumption.ts";
import { recordOf } from "./holds.ts";
import * as material from "./items.ts";
import * as lots from "./lots.ts";
import { performAll } from "./many.ts";
import * as worksOrders from "./orders.ts";
import * as versions from "./versions.ts";
import * as propose from "./proposals.ts";
import type { Answered, Request } from "./request.ts";
import * as correction from "./update.ts";
import type { BatchHold, Item, Order, World } from "./world.ts";

/** One step of a transcript. Its chance and the steps before it decide what it does. */
export interface Step {
  readonly verb: VerbName;
  readonly chance: number;
}

type Verb = (world: World, chance: ReturnType<typeof chanceOf>) => Request;

/**
 * Expects an item as it is now: a later line of a batch can change it. A new item takes its id from
 * the response.
 */
const itemAnswer = (world: World, item: Item, told: object = recordOf(world, item)): Answered => {
  return ({ id }) => {
    if (item.id === 0) item.id = id;
    return { ...told, id: item.id };
  };
};

const consumptionAnswer = (world: World, done: consumption.Consumed): Answered => {
  const told = consumption.consumptionOf(world, done);
  return ({ id, child }) => {
    if (done.child.id === 0) done.child.id = child.id;
    done.entry.seq = id;
    return {
      ...told,
      id,
      // An earlier line of the same batch can have made it.
      parent: { ...told.parent, id: done.parent.id },
      child: { ...told.child, id: done.child.id },
    };
  };
};

const orderAnswer = (world: World, order: Order, started?: worksOrders.StartedOrder): Answered => {
  return (made) => {
    if (order.id === 0) order.id = made.id;
    started?.items.forEach((item, index) => (item.id = made.items[index]?.id ?? 0));
    const { bomID, bomVersionID } = made;
    const items = started?.items.map(({ id, fields }) => ({
      id,
      visualSerialNo: fields.visualSerialNo,
      qty: fields.nominalQty,
    }));
    const known = { ...worksOrders.orderRecordOf(world, order), bomID, bomVersionID };
    return started ? { ...known, ...started.progress, items } : known;
  };
};

/** A verb that changes one item. */
const onItem =
  <Body extends object>(
    [method, path]: readonly [method: string, path: string],
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => Body,
    does: (world: World, body: Body) => Item,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    return { method, path, body, perform: () => itemAnswer(world, does(world, body)) };
  };

const onItems =
  <Body extends object>(
    path: string,
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => Body,
    does: (world: World, body: Body) => consumption.Consumed,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    return {
      method: "PUT",
      path,
      body,
      perform: () => consumptionAnswer(world, does(world, body)),
    };
  };

const onOrder =
  <Body extends object>(
    path: string,
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => Body,
    does: (world: World, body: Body) => Order | worksOrders.StartedOrder,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    const perform = () => {
      const done = does(world, body);
      return "order" in done ? orderAnswer(world, done.order, done) : orderAnswer(world, done);
    };
    return { method: "PUT", path, body, perform };
  };

/** A verb that divides a lot or puts lots together. New items take their ids from the response. */
const onLots =
  <Body extends object>(
    path: string,
    others: "parts" | "merged",
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => Body,
    does: (world: World, body: Body) => lots.Lots,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    const perform = (): Answered => {
      const done = does(world, body);
      return ({ parts }) => {
        if (others === "parts") {
          done.others.forEach((part, index) => (part.id = parts[index]?.id ?? 0));
        }
        const records = done.others.map((one) => recordOf(world, one));
        return { lot: recordOf(world, done.lot), [others]: records };
      };
    };
    return { method: "PUT", path, body, perform };
  };

const onBatch =
  (
    [method, path]: readonly [method: string, path: string],
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => batches.BatchBody,
    does: (world: World, body: batches.BatchBody) => BatchHold,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    const perform = (): Answered => {
      const hold = does(world, body);
      return ({ id }) => {
        if (hold.id === 0) hold.id = id;
        return batches.batchHoldOf(world, hold);
      };
    };
    return { method, path, body, perform };
  };

const update: Verb = (world, chance) => {
  const body = propose.toUpdate(world, chance);
  return {
    method: "PUT",
    path: `/api/MaterialItem/Update/${body.id}`,
    body,
    perform: () => itemAnswer(world, correction.update(world, body)),
  };
};

const item = "/api/MaterialItem";

/** A verb on an item, or on a part of it: then the answer names the lot too. */
const onItemOrPart =
  (
    path: string,
    toPropose: (world: World, chance: ReturnType<typeof chanceOf>) => material.LifeBody,
    does: (world: World, body: material.LifeBody, take: material.Take) => Item,
    toRecord: (world: World, item: Item) => object = recordOf,
  ): Verb =>
  (world, chance) => {
    const body = toPropose(world, chance);
    const perform = (): Answered => {
      const done = does(world, body, lots.takePart);
      const lot = world.items.find(({ id }) => id === body.id)!;
      return itemAnswer(world, done, {
        ...toRecord(world, done),
        ...(body.qty !== undefined && { lot: recordOf(world, lot) }),
      });
    };
    return { method: "PUT", path, body, perform };
  };

const changeVersion: Verb = (world, chance) => {
  const body = propose.toChangeVersion(world, chance);
  const perform = (): Answered => {
    const done = versions.changeVersion(world, body);
    return ({ bomID }) => ({ ...versions.changedOrderOf(world, done), bomID });
  };
  return { method: "PUT", path: "/api/WorksOrder/ChangeVersion", body, perform };
};

/** The verb that takes several requests of another one. */
const manyOf =
  (single: Verb): Verb =>
  (world, chance) => {
    const lines = Array.from({ length: 1 + chance.below(4) }, () => single(world, chance));
    const [{ method, path }] = lines as [Request];
    const isAtomic = chance.percent(40);
    const body = {
      lines: lines.map((line) => line.body),
      ...(isAtomic || chance.percent(30) ? { atomic: isAtomic } : {}),
    };
    const perform = () => performAll(world, lines, isAtomic);
    return { method, path: `${path}Many`, body, perform };
  };

const singles = {
  receive: onItem(["POST", `${item}/Receive`], propose.toReceive, material.receive),
  adjust: onItem(["POST", `${item}/ItemAdjust`], propose.toAdjust, material.adjust),
  build: onItems("/api/Build/Build", propose.toBuild, consumption.build),
  remove: onItems("/api/Build/Remove", propose.toRemove, consumption.remove),
  hold: onItemOrPart(`${item}/Hold`, propose.toHold, material.hold, material.heldRecordOf),
  release: onItem(["PUT", `${item}/Release`], propose.toRelease, material.release),
  scrap: onItemOrPart(`${item}/Scrap`, propose.toScrap, material.scrap),
  relabel: onItem(["PUT", `${item}/Relabel`], propose.toRelabel, material.relabel),
  dispatch: onItemOrPart(`${item}/Dispatch`, propose.toDispatch, material.dispatch),
  finish: onItem(["PUT", `${item}/Complete`], propose.toFinish, material.complete),
  reopen: onItem(["PUT", `${item}/Reopen`], propose.toReopen, material.reopen),
  takeBack: onItem(["PUT", `${item}/Return`], propose.toTakeBack, material.takeBack),
  voidItem: onItem(["PUT", `${item}/Void`], propose.toVoid, material.voidItem),
  move: onItemOrPart(`${item}/Move`, propose.toMove, material.move),
  split: onLots(`${item}/Split`, "parts", propose.toSplit, lots.split),
  merge: onLots(`${item}/Merge`, "merged", propose.toMerge, lots.merge),
  holdBatch: onBatch(["PUT", "/api/BatchHold/Upsert"], propose.toHoldBatch, batches.holdBatch),
  liftBatch: onBatch(["DELETE", "/api/BatchHold/Delete"], propose.toLiftBatch, batches.liftBatch),
  update,
  order: onOrder("/api/WorksOrder/Upsert", propose.toOrder, worksOrders.createOrder),
  change: onOrder("/api/WorksOrder/Upsert", propose.toChange, worksOrders.changeOrder),
  start: onOrder("/api/WorksOrder/Start", propose.toStart, worksOrders.start),
  complete: onOrder("/api/WorksOrder/Complete", propose.toComplete, worksOrders.complete),
  cancel: onOrder("/api/WorksOrder/Cancel", propose.toCancel, worksOrders.cancel),
  changeVersion,
} as const;

const verbs = {
  ...singles,
  receiveMany: manyOf(singles.receive),
  adjustMany: manyOf(singles.adjust),
  buildMany: manyOf(singles.build),
  holdMany: manyOf(singles.hold),
  releaseMany: manyOf(singles.release),
  moveMany: manyOf(singles.move),
  scrapMany: manyOf(singles.scrap),
  dispatchMany: manyOf(singles.dispatch),
} as const;

export type VerbName = keyof typeof verbs;
export const verbNames = Object.keys(verbs) as VerbName[];

/** The verbs that an operator's key may use. An engineer's may use all. */
export const ofOperators: readonly VerbName[] = [
  "receive",
  "adjust",
  "build",
  "remove",
  "hold",
  "holdBatch",
  "finish",
  "receiveMany",
  "adjustMany",
  "buildMany",
  "holdMany",
];

/** Returns the request that a step makes in a world. */
export function proposedRequest(
  world: World,
  { verb, chance }: Step,
): Request & { verb: VerbName } {
  const name = possible(world, verb);
  const ownChance = chanceOf(chance);
  const request = verbs[name](world, ownChance);
  const body = ownChance.percent(10) ? asScanned(request.body) : request.body;
  return { verb: name, ...request, body };
}

/** The fields that name something. */
const scannedNames = new Set([
  "parentSerialNo",
  "childSerialNo",
  "visualSerialNo",
  "newVisualSerialNo",
  "productName",
  "batchNo",
  "deliveryNo",
  "origin",
  "destination",
  "version",
  "currency",
  "reasonSUID",
  "holdReason",
  "location",
  "orderNo",
  "bom",
]);

/** Returns a body with white space around its names, which changes nothing. */
const asScanned = (body: object): object =>
  // The text is that of an object.
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) =>
      scannedNames.has(name) && typeof value === "string" ? `\t${value}\r\n` : value,
    ),
  ) as object;

/** Returns the verb, or one that first creates a record for it. */
function possible({ items, orders, builds }: World, verb: VerbName): VerbName {
  const isOnOrder = ["change", "start", "complete", "cancel", "changeVersion"].includes(verb);
  if (isOnOrder && orders.length === 0) return "order";
  if (verb === "remove" && builds.length === 0) return items.length > 1 ? "build" : "receive";
  const needsItem = !isOnOrder && !["order", "holdBatch", "liftBatch"].includes(verb);
  return items.length === 0 && needsItem ? "receive" : verb;
}

// The frequency of each verb in a transcript.
const weights: Readonly<Record<VerbName, number>> = {
  receive: 18,
  adjust: 10,
  build: 36,
  remove: 16,
  hold: 3,
  release: 5,
  scrap: 2,
  relabel: 2,
  dispatch: 2,
  finish: 6,
  reopen: 3,
  takeBack: 3,
  voidItem: 1,
  split: 4,
  merge: 4,
  holdBatch: 2,
  liftBatch: 4,
  update: 10,
  order: 4,
  change: 4,
  start: 6,
  complete: 4,
  cancel: 1,
  move: 2,
  changeVersion: 5,
  receiveMany: 3,
  adjustMany: 2,
  buildMany: 6,
  holdMany: 1,
  releaseMany: 2,
  moveMany: 2,
  scrapMany: 1,
  dispatchMany: 2,
};
const weighted = verbNames.flatMap((name) => Array.from({ length: weights[name] }, () => name));

const stepOf = (...names: readonly VerbName[]): Arbitrary<Step> =>
  record({ verb: constantFrom(...names), chance: noShrink(nat()) });

/** Transcripts of at most `max` steps, after the receipts of the items that they need. */
export const transcripts = (max: number): Arbitrary<readonly Step[]> =>
  tuple(
    array(stepOf("receive", "receive", "order", "start"), { maxLength: 12, size: "max" }),
    array(stepOf(...weighted), { maxLength: max, size: "max" }),
  ).map(([first, rest]) => [...first, ...rest]);
