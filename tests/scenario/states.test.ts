import { expect, test } from "vitest";
import { openPlant } from "#plant";
// @boundaries-ignore the page is the table that this test tries
import states from "../../docs/reference/states.md?raw";
import type { Answer } from "../plants/plant.ts";
import { expectConservation } from "./conservation.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
type Record = Answer["body"];

/** One cell of a table in docs/reference/states.md: a state, a verb, and the verb's outcome. */
type Cell = readonly [state: string, verb: string, outcome: string];

/** Reads the cells of the table whose first column has that heading. */
function cellsOf(heading: string): Cell[] {
  const lines = states.split("\n");
  const first = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const rows = lines.slice(first, lines.indexOf("", first)).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const [[, ...verbs], , ...body] = rows as [string[], string[], ...string[][]];
  return body.flatMap(([state, ...outcomes]) =>
    outcomes.map((outcome, index): Cell => [state!, verbs[index]!, outcome]),
  );
}

/** Tries a verb. It is refused with the code in backticks, or brings the record into the state. */
async function expectOutcome(
  outcome: string,
  send: () => Promise<Answer>,
  stateOf: () => Promise<string>,
) {
  const code = outcome.match(/^`(\w+)`$/)?.[1];
  const refusal = code === "not_found" ? 404 : 409;
  if (code !== undefined) return expectRefused(plant, send, [refusal, code]);
  const { status, body } = await send();
  expect(status, JSON.stringify(body)).toBe(200);
  return expect(await stateOf()).toBe(outcome);
}

// One product that is built of itself, so that any item can be parent and child.
const unit = await plant.product({ DefaultBatchSize: 100 });
const bom = await plant.bom({ parentProductName: unit.Name });
const candidate = { product: unit.Name, isActive: true, qty: 1, minQty: 0, isDefault: true };
await plant.slot({ ParentProductName: unit.Name, bom: bom.name, candidates: [candidate] });
const statuses = (await plant.post("/api/MaterialStatus/List", {})).body;
const statusID = (name: string) => statuses.find((status: Record) => status.name === name).id;

const stock = (fields: object = {}): Promise<Record> =>
  plant.receive({ productName: unit.Name, qty: 10, ...fields });
const get = async ({ id }: Record): Promise<Record> =>
  (await plant.get(`/api/MaterialItem/Get/${id}`)).body;
const consume = (verb: "Build" | "Remove", parent: Record, child: Record) =>
  plant.put(`/api/Build/${verb}`, {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    ...(verb === "Build"
      ? { builtQty: 2, receiveAtPointOfConsumption: false }
      : { removeQty: 1, reasonSUID: "REWORK" }),
  });
const adjust = ({ id }: Record, adjustqty: number) =>
  plant.post("/api/MaterialItem/ItemAdjust", {
    materialitemid: id,
    adjustqty,
    reasonSUID: "COUNT",
  });
const update = async (item: Record, changes: object) =>
  plant.put(`/api/MaterialItem/Update/${item.id}`, { ...(await get(item)), ...changes });
const life = (verb: string, { id }: Record, fields: object = {}) =>
  plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });

/** The steps that bring an Available item into each state. */
const bringInto: Readonly<globalThis.Record<string, (item: Record) => Promise<unknown>>> = {
  WIP: (item) => update(item, { statusID: statusID("WIP") }),
  Available: () => Promise.resolve(),
  Consumed: async (item) => adjust(item, -(await get(item)).actualQty),
  Scrapped: (item) => life("Scrap", item, { reasonSUID: "SCRAP" }),
  Dispatched: (item) => life("Dispatch", item),
  held: (item) => life("Hold", item, { holdReason: "Quality" }),
  expired: (item) => update(item, { expiryDate: "2020-01-01" }),
  finished: (item) => life("Complete", item),
  Voided: (item) => life("Void", item, { comment: "Never came" }),
};

function stateOfItem({ status, holdReasonID, expiryDate, endDT, scheduleID }: Record): string {
  if (holdReasonID !== null && status !== "Scrapped") return "held";
  if (status !== "Available") return status;
  if (endDT !== null && scheduleID !== null) return "finished";
  return expiryDate === null ? "Available" : "expired";
}

type ItemVerb = (item: Record, whole: Record, part: Record, other: Record) => Promise<Answer>;

/** Each verb, on an item between a whole above it and a part below it, and another item aside. */
const itemVerbs: Readonly<globalThis.Record<string, ItemVerb>> = {
  "Build, parent": (item, _whole, part) => consume("Build", item, part),
  "Build, child": (item, whole) => consume("Build", whole, item),
  "Remove, parent": (item, _whole, part) => consume("Remove", item, part),
  "Remove, child": (item, whole) => consume("Remove", whole, item),
  ItemAdjust: (item) => adjust(item, 1),
  Update: (item) => update(item, { batchNo: "B" }),
  Hold: (item) => life("Hold", item, { holdReason: "Quality" }),
  Release: (item) => life("Release", item),
  Scrap: (item) => life("Scrap", item, { reasonSUID: "SCRAP" }),
  Move: (item) => life("Move", item, { location: "MAIN" }),
  Split: (item) => life("Split", item, { parts: [{ qty: 1, visualSerialNo: plant.unique("P") }] }),
  "Merge, into": (item, _whole, _part, { id }) => life("Merge", item, { from: [{ id }] }),
  "Merge, from": ({ id }, _whole, _part, other) => life("Merge", other, { from: [{ id }] }),
  Relabel: (item) => {
    const newVisualSerialNo = plant.unique("NEW");
    return life("Relabel", item, { newVisualSerialNo, comment: "Label lost" });
  },
  Dispatch: (item) => life("Dispatch", item),
  Complete: (item) => life("Complete", item),
  Reopen: (item) => life("Reopen", item, { comment: "Leaks" }),
  Return: (item) => life("Return", item, { comment: "Came back" }),
  Void: (item) => life("Void", item, { comment: "Never came" }),
};

/** A unit of a started works order of its own. */
async function startedUnit(): Promise<Record> {
  const { id } = await newOrder();
  const items = [{ visualSerialNo: plant.unique("UNIT"), qty: 10 }];
  const { body } = await plant.put("/api/WorksOrder/Start", { id, items });
  return get(body.items[0]);
}

test.for(cellsOf("item"))("an item that is %s, after %s: %s", async ([state, verb, outcome]) => {
  const item = state === "finished" ? await startedUnit() : await stock();
  const [whole, part, other] = [await stock(), await stock(), await stock()];
  // An item that was ever built, or built into, can't be voided.
  if (state !== "Voided") {
    await consume("Build", whole, item);
    await consume("Build", item, part);
  }
  await bringInto[state]!(item);
  expect(stateOfItem(await get(item))).toBe(state);
  const send = () => itemVerbs[verb]!(item, whole, part, other);
  await expectOutcome(outcome, send, async () => stateOfItem(await get(item)));
});

/** The steps that bring a new order into each state. */
const bringOrderInto: Readonly<globalThis.Record<string, (id: number) => Promise<unknown>>> = {
  Created: () => Promise.resolve(),
  "Started in part": (id) =>
    order("Start", id, { items: [{ visualSerialNo: plant.unique("SN"), qty: 2 }] }),
  Started: (id) => order("Start", id),
  Completed: (id) => order("Start", id).then(() => order("Complete", id)),
  Cancelled: (id) => order("Start", id).then(() => order("Cancel", id)),
};
const order = (verb: string, id: number, fields: object = {}) =>
  plant.put(`/api/WorksOrder/${verb}`, { id, ...fields });

const orderVerbs: Readonly<globalThis.Record<string, (id: number) => Promise<Answer>>> = {
  "Upsert, more": (id) => order("Upsert", id, { qty: 1000 }),
  "Upsert, less": (id) => order("Upsert", id, { qty: 1 }),
  "Upsert, number": (id) => order("Upsert", id, { orderNo: plant.unique("WO") }),
  Start: (id) => order("Start", id),
  ChangeVersion: (id) => order("ChangeVersion", id, { version: "1.0" }),
  Complete: (id) => order("Complete", id),
  Cancel: (id) => order("Cancel", id),
  Delete: (id) => plant.delete("/api/WorksOrder/Delete", { id }),
};

async function stateOfOrder(id: number): Promise<string> {
  const [found] = (await plant.post("/api/WorksOrder/List", { id })).body;
  if (found?.status !== "Started") return found?.status ?? "deleted";
  const items: Record[] = (
    await plant.post("/api/MaterialItem/GetByFilter", { orderNo: found.orderNo })
  ).body;
  const counted = items.filter(({ status }) => status !== "Scrapped");
  const started = counted.reduce((sum, { nominalQty }) => sum + nominalQty, 0);
  return started < found.qty ? "Started in part" : "Started";
}

const isPossible = ([, , outcome]: Cell) => outcome !== "–";
const isOfItem = ([, verb]: Cell) => verb.endsWith("its item");
const orderCells = cellsOf("order").filter(isPossible);
const newOrder = () => plant.worksOrder({ productName: unit.Name, bom: bom.name, qty: 300 });

test.for(orderCells.filter((cell) => !isOfItem(cell)))(
  "an order that is %s, after %s: %s",
  async ([state, verb, outcome]) => {
    const { id } = await newOrder();
    await bringOrderInto[state]!(id);
    await expectOutcome(
      outcome,
      () => orderVerbs[verb]!(id),
      () => stateOfOrder(id),
    );
  },
);

test.for(orderCells.filter(isOfItem))(
  "an order that is %s, after %s: %s",
  async ([state, verb, outcome]) => {
    const { id } = await newOrder();
    const [parent, part] = [await stock(), await stock()];
    expect((await update(parent, { scheduleID: id })).status).toBe(200);
    if (verb.startsWith("Build")) {
      await bringOrderInto[state]!(id);
      return expectOutcome(
        outcome,
        () => consume("Build", parent, part),
        () => stateOfOrder(id),
      );
    }
    await bringOrderInto[state === "Completed" ? "Started" : state]!(id);
    expect((await consume("Build", parent, part)).status).toBe(200);
    if (state === "Completed") await order("Complete", id);
    return expectOutcome(
      outcome,
      () => consume("Remove", parent, part),
      () => stateOfOrder(id),
    );
  },
);

test("every cell that was tried conserves material", () => expectConservation(plant));
