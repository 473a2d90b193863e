import { startWorksOrder } from "../../src/works-order/start.ts";
import { upsertWorksOrder, type UpsertWorksOrderInput } from "../../src/works-order/upsert.ts";
import { q } from "../consumption/plant.ts";
import { openPlant, row } from "../plant.ts";

export const version = { major: 1, minor: 0 };
/** The input of order 1. */
export const sent = { orderNo: "Wo-1", productName: "PUMP", bom: "main", version, qty: q(3) };
/** The address of order 1. */
export const order = { id: 1 };
/** The stored columns of the order that was sent. */
export const stored = {
  orderNo: "Wo-1",
  orderNoKey: "wo-1",
  description: null,
  productId: 4,
  bomVersionId: 1,
  qty: q(3),
  status: "Created",
  startAt: null,
  endAt: null,
  firstVersionId: null,
};
/** The order as it is returned. */
export const answered = {
  ...stored,
  id: 1,
  revNo: 1,
  productName: "Pump",
  inventoryDecimalPlaces: 0,
  bomId: 1,
  bom: "Main",
  bomRevNo: 1,
  bomIsActive: true,
  bomVersionRevNo: 1,
  bomStatus: "Released",
  major: 1,
  minor: 0,
};

/** Opens the plant, with the steps that bring orders and their items into each state. */
export function openOrders() {
  const plant = openPlant();
  const { database, context } = plant;
  const upsert = (input: UpsertWorksOrderInput) => upsertWorksOrder(context, input);
  return {
    ...plant,
    upsert,
    asStatus: (status: string) => database.exec(`update works_order set status = '${status}'`),
    /** Inserts an item of works order 1 that no start has created. */
    joined: (worksOrderId: number | null = 1) =>
      database.exec(
        row("material_item", {
          last_edit_at: 0,
          last_edit_user_id: 1,
          product_id: 4,
          status_id: 2,
          visual_serial_no: "Pump-9",
          serial_key: "pump-9",
          works_order_id: worksOrderId,
          nominal_qty: q(1),
          actual_qty: q(1),
          made_at_consumption: 0,
        }),
      ),
    /** Inserts a build of 2 of one item into another, and the quantity removed from it again. */
    built: (parentId: number, childId: number, removed = 0) =>
      database.exec(`insert into build (seq, parent_id, child_id, bom_slot_id, candidate_id, qty,
        removed_qty) values (1, ${parentId}, ${childId}, 1, 1, 2, ${removed})`),
    /** Inserts a transfer of 1 from one item to another. */
    transferred: (fromId: number, toId: number) =>
      database.exec(`insert into lot_transfer (seq, kind, from_id, to_id, qty)
        values (1, 'merge', ${fromId}, ${toId}, 1)`),
    /** Starts order 1, with items 1, 2 and 3. */
    started: async () => {
      await upsert(sent);
      await startWorksOrder(context, order);
    },
  };
}
