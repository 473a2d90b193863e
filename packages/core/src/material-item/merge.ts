import {
  type Assertion,
  type Attribution,
  type Change,
  differences,
  insertPart,
  own,
  type RowsOf,
  update,
  verb,
} from "../engine/index.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { formatTime, requireHappened, requireInRange } from "../rules/limits.ts";
import { formatQuantity } from "../values/decimal.ts";
import { requireDivisible } from "./divisible.ts";
import { holdsOf, namesOfHolds } from "./holds.ts";
import { type AnsweredItem, type Item, revisedItem } from "./item.ts";
import { type ItemReference, itemsReferredTo, requireItem } from "./item-change.ts";
import { requireInItsLife, timesReferredTo } from "./item-times.ts";
import type { ItemVerbInput } from "./item-verb.ts";
import { aboutItem } from "./refused-item.ts";
import { serviceStatuses, withStatus } from "./status.ts";
import { relyOnTracking } from "./tracking.ts";

export interface MergeInput extends ItemVerbInput {
  /** The items whose whole stock goes into the item of the request. */
  readonly from: readonly ItemReference[];
}

/** An item after a Merge, and those that went into it. */
export interface MergeAnswer {
  readonly lot: AnsweredItem;
  readonly merged: readonly AnsweredItem[];
}

/** All items of a request, each with the time that the request states. */
const itemsOf = ({ from, ...into }: MergeInput) => [
  into,
  ...from.map((one) => ({ ...one, occurredAt: into.occurredAt })),
];

const load = (inputs: readonly MergeInput[]) => ({
  items: itemsReferredTo(inputs.flatMap(itemsOf)),
  times: timesReferredTo(inputs.flatMap(itemsOf)),
  statuses: serviceStatuses(),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly before: Item;
  readonly after: Item;
  /** The items that go into it, before and after it, in the same order. */
  readonly sources: readonly Item[];
  readonly merged: readonly Item[];
  readonly note: Pick<MergeInput, "comment" | "occurredAt">;
}

/**
 * Decides a merge. Refuses `validation_failed` of a future time or an item that is named twice,
 * `backdated`, `not_found`, `item_status`, `tracking`, `details_contradict`,
 * `insufficient_quantity`, `quantity_range` and `before_it_was`.
 */
function decide(facts: Facts, input: MergeInput, by: Attribution): Decision {
  requireHappened(input.occurredAt, by);
  const into = requireItem(facts.items, input);
  const from = input.from.map((one, index) =>
    requireItem(facts.items, one, `/from/${index}/id`, `/from/${index}/visualSerialNo`),
  );
  requireDistinct([into, ...from]);
  aboutItem(into, () => requireDivisible(into, "merged"));
  const consumed = withStatus(facts.statuses, "consumed");
  const merged = from.map((source, index) => {
    const pointer = `/from/${index}`;
    return aboutItem(source, () => {
      requireDivisible(source, "merged");
      requireAlike(into, source, pointer);
      requireSome(source, pointer);
      requireInItsLife(facts.times, source, input);
      return revisedItem(source, { actualQty: 0 }, by, consumed);
    });
  });
  const actualQty = from.reduce((sum, one) => sum + one.actualQty, into.actualQty);
  return aboutItem(into, () => {
    requireInRange(actualQty, into.unit, `Item ${into.visualSerialNo}`, "/from");
    requireInItsLife(facts.times, into, input);
    const { comment, occurredAt } = input;
    return {
      asserts: [relyOnTracking(into)],
      before: into,
      after: revisedItem(into, { actualQty }, by),
      sources: from,
      merged,
      note: { comment, occurredAt },
    };
  });
}

/** Refuses (`validation_failed`) an item that is named twice. The first one takes the others in. */
function requireDistinct(items: readonly Item[]): void {
  for (const [index, { id, visualSerialNo }] of items.entries()) {
    if (items.findIndex((one) => one.id === id) === index) continue;
    const detail = `Item ${visualSerialNo} is named twice.`;
    throw refusalAt("validation_failed", `/from/${index - 1}`, detail);
  }
}

/** The holds of an item, in whatever order they began. */
const keyOfHolds = (item: Item) =>
  JSON.stringify(
    holdsOf(item)
      .map(({ id }) => id)
      .toSorted((one, other) => one - other),
  );

/** The fields in which merged items must agree: their names on the wire, and their values. */
const agreeing: readonly (readonly [
  name: string,
  key: (item: Item) => string | number | null,
  shown: (item: Item) => string | null,
])[] = [
  ["productName", ({ productId }) => productId, ({ productName }) => productName],
  ["batchNo", ({ batchKey }) => batchKey, ({ batchNo }) => batchNo],
  ["version", ({ version }) => version, ({ version }) => version],
  [
    "expiryDate",
    ({ expiryAt }) => expiryAt,
    ({ expiryAt }) => (expiryAt === null ? null : formatTime(expiryAt)),
  ],
  [
    "costPerUnit",
    ({ costPerUnit }) => costPerUnit,
    ({ costPerUnit }) => (costPerUnit === null ? null : formatQuantity(costPerUnit)),
  ],
  ["currency", ({ currencyId }) => currencyId, ({ currency }) => currency],
  ["deliveryNo", ({ deliveryKey }) => deliveryKey, ({ deliveryNo }) => deliveryNo],
  ["origin", ({ originKey }) => originKey, ({ origin }) => origin],
  ["ownershipType", ({ ownershipTypeId }) => ownershipTypeId, ({ ownershipType }) => ownershipType],
  ["status", ({ statusId }) => statusId, ({ status }) => status],
  ["holds", keyOfHolds, (item) => namesOfHolds(item) || null],
];

/** Refuses (`details_contradict`) an item that differs from the one that it would go into. */
function requireAlike(into: Item, item: Item, pointer: string): void {
  const differing = agreeing.filter(([, key]) => key(item) !== key(into));
  if (differing.length === 0) return;
  const names = differing.map(([name]) => name).join(", ");
  const said = (value: string | null) => value ?? "none";
  throw new Refusal(
    "details_contradict",
    `Item ${item.visualSerialNo} can't be merged into ${into.visualSerialNo}. They differ in: ` +
      `${names}.`,
    {
      errors: differing.map(([name, , shown]) => ({
        pointer,
        detail:
          `Its ${name} is ${said(shown(item))}. That of ${into.visualSerialNo} is ` +
          `${said(shown(into))}.`,
      })),
    },
  );
}

/** Refuses (`insufficient_quantity`) an item without stock. */
function requireSome({ actualQty, visualSerialNo }: Item, pointer: string): void {
  if (actualQty > 0) return;
  const detail = `Nothing is left of item ${visualSerialNo}.`;
  throw refusalAt("insufficient_quantity", pointer, detail, { limit: 0 });
}

function write({ before, after, sources, merged, note }: Decision): Change[] {
  const detail = {
    qty: after.actualQty - before.actualQty,
    fromSerialNos: sources.map(({ visualSerialNo }) => visualSerialNo),
  };
  const parts = sources.map(({ id, actualQty }) =>
    insertPart("lotTransfer", {
      seq: own.seq,
      kind: "merge",
      fromId: id,
      toId: before.id,
      qty: actualQty,
    }),
  );
  return [
    update("MaterialItem", before, differences("MaterialItem", before, after), {
      action: "mergedInto",
      ...note,
      detail,
      parts,
    }),
    ...sources.map((source, index) =>
      update("MaterialItem", source, differences("MaterialItem", source, merged[index]!), {
        action: "merged",
        ...note,
        detail: { intoId: before.id, qty: source.actualQty },
      }),
    ),
  ];
}

const answer = ({ after, merged }: Decision): MergeAnswer => ({ lot: after, merged });

/** Puts the whole stock of items into one item that agrees with them. They become Consumed. */
export const mergeItems = verb({
  conflicts: {
    of: ["MaterialItem/Merge"],
    claims: { MaterialItem: "all that are named" },
    asserts: { Product: "" },
  },
  load,
  decide,
  write,
  answer,
});
