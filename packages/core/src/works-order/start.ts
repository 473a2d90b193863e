import type { Logged } from "../database/executor.ts";
import { type Change, claim, create, update, verb } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import type { Order } from "./order.ts";
import { loadStart, type StartedItem } from "./start.facts.ts";
import { decideStart, type StartDecision, type StartProgress } from "./start.rules.ts";

/** A started works order, with the items that this Start made. */
export interface StartedWorksOrder {
  readonly order: Order;
  readonly items: readonly (StartedItem & { readonly id: number })[];
  /** Absent from the answer to a repeated request that was decided before it was added. */
  readonly progress: StartProgress | undefined;
}

function write({ before, order, common, items, range, comment }: StartDecision): Change[] {
  const note = { action: "started" as const, comment };
  const detail = { orderNo: order.orderNo };
  return [
    ...(before.status === "Created"
      ? [
          update("WorksOrder", before, { status: order.status, startAt: order.startAt }, note),
          claim(
            "BomVersion",
            { id: order.bomVersionId, revNo: order.bomVersionRevNo },
            { action: "pinned", detail },
          ),
        ]
      : [claim("WorksOrder", before, note)]),
    ...(range
      ? [update("SerialRange", range, { nextNumber: range.next }, { action: "numbered", detail })]
      : []),
    ...items.map(({ visualSerialNo, qty }) =>
      create(
        "MaterialItem",
        {
          ...common,
          visualSerialNo,
          serialKey: foldCase(visualSerialNo),
          nominalQty: qty,
          actualQty: qty,
        },
        { action: "started" },
      ),
    ),
  ];
}

function answer(
  { order, items, progress }: StartDecision,
  logged: readonly Logged[],
): StartedWorksOrder {
  // The items are the last changes.
  const first = logged.length - items.length;
  return {
    order,
    items: items.map((item, index) => ({ ...item, id: logged[first + index]!.id })),
    progress,
  };
}

/**
 * Starts a works order: pins its BoM version and creates its items. Each further Start creates the
 * next items, up to the order's quantity. Source: design 6.
 */
export const startWorksOrder = verb({
  conflicts: {
    of: ["WorksOrder/Start"],
    claims: {
      WorksOrder: "",
      BomVersion: "by the first Start of an order",
      SerialRange: "where serials are taken from it",
      MaterialItem: "created",
    },
    asserts: { Product: "", Bom: "by the first Start of an order" },
  },
  load: loadStart,
  decide: decideStart,
  write,
  answer,
});
