import type { Answer, OperationName } from "@asbuilt/client";
import type { BuiltInRole } from "../../app/roles.ts";

/** The demo plant makes this product, by this BoM. */
export const demo = { product: "Pump", bom: "PUMP-BOM" } as const;

type Item = Answer<"materialItemSearch">[number];
type Order = Answer<"worksOrderList">[number];
type Slot = Answer<"genealogyCompleteness">["slots"][number];

/** Returns the orders of the demo plant. Another plant can have a product of the same name. */
export const demoOrders = <One extends Pick<Order, "bom">>(orders: readonly One[]) =>
  orders.filter(({ bom }) => bom === demo.bom);

/** Returns the units that a person can take the tour with: those in work, and the finished ones. */
export const tourUnits = <One extends Pick<Item, "status" | "orderNo" | "holdReason">>(
  units: readonly One[],
) =>
  units.filter(
    ({ status, orderNo, holdReason }) =>
      ["WIP", "Available"].includes(status) && orderNo !== null && holdReason === null,
  );

/** Returns the unit to begin with: one in work that nobody has touched, if there is one. */
export function unitToBegin(
  units: readonly Pick<Item, "visualSerialNo" | "status" | "revNo">[],
): string | undefined {
  const open = units.filter(({ status }) => status === "WIP");
  // A unit has its first revision from the start of its order.
  return (open.find(({ revNo }) => revNo === 1) ?? open[0])?.visualSerialNo;
}

/** Returns the order to start if no unit is in work. */
export const orderToStart = <One extends Pick<Order, "status">>(orders: readonly One[]) =>
  orders.find(({ status }) => status === "Created");

export const stepNames = [
  "start",
  "first",
  "refusal",
  "fill",
  "complete",
  "takeOut",
  "recall",
] as const;

export type StepName = (typeof stepNames)[number];

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

type SlotState = Pick<Slot, "isActive" | "isRequired" | "missing">;

export const requiredSlots = <One extends SlotState>(slots: readonly One[]) =>
  slots.filter(({ isActive, isRequired }) => isActive && isRequired);

/** A unit as the service describes it. */
interface UnitState {
  readonly slots: readonly SlotState[];
  /** The changes of it by their names in the change log, oldest first. */
  readonly actions: readonly string[];
}

/** Returns whether the plant shows that a step was done, for each step. Without a unit, none is. */
export function tourSteps(unit: UnitState | undefined): readonly Step[] {
  const { slots = [], actions = [] } = unit ?? {};
  const required = requiredSlots(slots);
  const happened = (...wanted: readonly string[]) => happenedInTurn(actions, wanted);
  // A part that is taken out of a finished unit does not undo the steps before.
  const isFilled = (some: readonly SlotState[]) =>
    some.every(({ missing }) => missing <= 0) || happened("completed");
  const done: Readonly<Record<StepName, boolean>> = {
    start: true,
    first: isFilled(required.slice(0, 1)),
    refusal: isFilled(required.slice(0, 2)),
    fill: isFilled(required),
    complete: happened("completed"),
    takeOut: happened("completed", "removedFrom"),
    recall: happened("completed", "removedFrom", "completed"),
  };
  return stepNames.map((name) => ({ name, isDone: unit !== undefined && done[name] }));
}

/** Returns whether all of it happened in this order, whatever else happened in between. */
function happenedInTurn(actions: readonly string[], wanted: readonly string[]): boolean {
  let from = 0;
  return wanted.every((action) => {
    const at = actions.indexOf(action, from);
    from = at + 1;
    return at >= 0;
  });
}

/** Each step needs these operations. The role is one that has them. */
export const stepNeeds: Readonly<
  Record<StepName, { readonly role: BuiltInRole; readonly operations: readonly OperationName[] }>
> = {
  start: { role: "engineer", operations: ["worksOrderStart"] },
  first: { role: "operator", operations: ["buildBuild"] },
  refusal: { role: "operator", operations: ["buildBuild"] },
  fill: { role: "operator", operations: ["buildBuild"] },
  complete: { role: "operator", operations: ["materialItemComplete"] },
  takeOut: { role: "operator", operations: ["buildRemove"] },
  recall: { role: "operator", operations: ["genealogyRecall", "buildBuild"] },
};
