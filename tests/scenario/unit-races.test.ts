import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { buildOf } from "./assembly.ts";
import { overtake } from "./overtake.ts";
import { patiently } from "./patiently.ts";

const plant = await openPlant();
type Fields = Readonly<Record<string, unknown>>;

const item = (verb: string, visualSerialNo: string, fields: Fields = {}): Promise<Answer> =>
  plant.put(`/api/MaterialItem/${verb}`, { visualSerialNo, ...fields });
const build = (parent: string, child: string) =>
  plant.put("/api/Build/Build", buildOf(parent, child));
const remove = (parentSerialNo: string, childSerialNo: string) =>
  plant.put("/api/Build/Remove", {
    parentSerialNo,
    childSerialNo,
    removeQty: 1,
    reasonSUID: "REWORK",
  });
const hold = (serial: string) => item("Hold", serial, { holdReason: "Quality" });
const reopen = (serial: string) => item("Reopen", serial, { comment: "Leaks" });

/** The code of a response, or the status of its item. */
const told = ({ status, body }: Answer) => body.code ?? body.status ?? status;

async function statusOf(visualSerialNo: string): Promise<unknown> {
  const { body } = await plant.post("/api/MaterialItem/List", { visualSerialNo });
  return body[0].status;
}

// Part, board and unit: each level is built by an order of its own.
const part = await plant.product();
const board = await plant.product();
const unit = await plant.product();
const bomOf = async (parent: Fields, child: Fields, isRequired = true) => {
  const parentProductName = String(parent["Name"]);
  const { name } = await plant.bom({ parentProductName });
  const candidates = [
    { product: child["Name"], isActive: true, qty: 1, minQty: 1, maxQty: 2, isDefault: true },
  ];
  const slot = { ParentProductName: parentProductName, bom: name, isRequired, candidates };
  return { bom: name, slot: await plant.slot(slot) };
};
const boardBom = await bomOf(board, part);
const unitBom = await bomOf(unit, board);

/** Starts an order of one item, and returns its serial. */
async function start(product: Fields, bom: string) {
  const { id } = await plant.worksOrder({ productName: String(product["Name"]), bom });
  const visualSerialNo = plant.unique("UNIT");
  const items = [{ visualSerialNo, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id, items });
  return { serial: visualSerialNo, order: id };
}
const receivePart = async (): Promise<string> =>
  (await plant.receive({ productName: part.Name, qty: 1 })).visualSerialNo;

/** A board with its part, in work. */
async function filledBoard() {
  const { serial, order } = await start(board, boardBom.bom);
  const inside = await receivePart();
  await build(serial, inside);
  return { serial, order, inside };
}

/** A unit in work, with a finished board in it that contains a part. */
async function nested() {
  const { serial: boardSerial, inside } = await filledBoard();
  await item("Complete", boardSerial);
  const { serial: top, order } = await start(unit, unitBom.bom);
  await build(top, boardSerial);
  return { top, order, board: boardSerial, inside };
}

test("a completion that is overtaken by the removal of a part is refused", async () => {
  const { serial, inside } = await filledBoard();
  const [answer] = await overtake(
    plant,
    () => item("Complete", serial),
    () => remove(serial, inside),
  );
  expect(told(answer)).toBe("incomplete");
  expect(await statusOf(serial)).toBe("WIP");
});

test("a build that is overtaken by the completion of its parent is refused", async () => {
  const { serial } = await filledBoard();
  const more = await receivePart();
  const [answer] = await overtake(
    plant,
    () => build(serial, more),
    () => item("Complete", serial),
  );
  expect(told(answer)).toBe("item_status");
});

test("a removal that is overtaken by the completion of its parent opens it", async () => {
  const { serial, inside } = await filledBoard();
  const [answer] = await overtake(
    plant,
    () => remove(serial, inside),
    () => item("Complete", serial),
  );
  expect(answer.status).toBe(200);
  expect(await statusOf(serial)).toBe("WIP");
});

test("no slot becomes required while a unit is completed", async () => {
  const own = await plant.product();
  const { bom } = await bomOf(own, part);
  const { serial } = await start(own, bom);
  await build(serial, await receivePart());
  const candidates = [{ product: board.Name, isActive: true, qty: 1, minQty: 1, isDefault: true }];
  const optional = await plant.slot({
    ParentProductName: own.Name,
    bom,
    candidates,
    isRequired: false,
  });
  const [answer, changed] = await overtake(
    plant,
    () => item("Complete", serial),
    () => plant.put("/api/BomSlot/Upsert", { id: optional.id, isRequired: true }),
  );
  expect(told(changed)).toBe("bom_status");
  expect(answer.status).toBe(200);
});

test("of a Reopen and a Dispatch that race, the slower one is refused", async () => {
  for (const [slow, fast] of [
    [(serial: string) => item("Dispatch", serial), reopen],
    [reopen, (serial: string) => item("Dispatch", serial)],
  ] as const) {
    const { serial } = await filledBoard();
    await item("Complete", serial);
    const [answer, faster] = await overtake(
      plant,
      () => slow(serial),
      () => fast(serial),
    );
    expect([told(answer), faster.status]).toEqual(["item_status", 200]);
  }
});

describe.for(["Complete", "Dispatch"] as const)("a %s of a unit", (verb) => {
  /** A unit that is ready for the verb. */
  async function ready() {
    const made = await nested();
    if (verb === "Dispatch") await item("Complete", made.top);
    return made;
  }

  test("that is overtaken by the hold of a part at the third level is refused", async () => {
    const { top, inside } = await ready();
    const [answer, held] = await overtake(
      plant,
      () => item(verb, top),
      () => hold(inside),
    );
    expect(told(answer)).toBe("contains_held");
    expect(held.body.whereUsed).toMatchObject([{ visualSerialNo: top }]);
  });

  test("that is overtaken by a removal from the board in it is refused", async () => {
    const { top, board: inTop, inside } = await ready();
    const [answer] = await overtake(
      plant,
      () => item(verb, top),
      () => remove(inTop, inside),
    );
    expect(told(answer)).toBe("incomplete");
    expect(answer.body.unfinished).toMatchObject([{ visualSerialNo: inTop }]);
  });

  test("that overtakes the hold of a part lets the hold tell where the part is", async () => {
    const { top, inside } = await ready();
    const [held, answer] = await overtake(
      plant,
      () => hold(inside),
      () => item(verb, top),
    );
    expect(held.status).toBe(200);
    // On D1 and a server the hold has read its answer before. It claims the part alone.
    expect(held.body.whereUsed).toMatchObject([{ visualSerialNo: top }]);
    expect(answer.status).toBe(200);
  });
});

test("the completion of an order that is overtaken by a hold inside is refused", async () => {
  const { order, inside } = await nested();
  const complete = () => plant.put("/api/WorksOrder/Complete", { id: order });
  const [answer] = await overtake(plant, complete, () => hold(inside));
  expect(told(answer)).toBe("contains_held");
});

test("the completion of an order and of its unit leave the unit finished once", async () => {
  const { order, top } = await nested();
  const complete = () => plant.put("/api/WorksOrder/Complete", { id: order });
  const [answer] = await overtake(plant, complete, () => item("Complete", top));
  expect(told(answer)).toBe("Completed");
  const other = await nested();
  const [late] = await overtake(
    plant,
    () => item("Complete", other.top),
    () => plant.put("/api/WorksOrder/Complete", { id: other.order }),
  );
  expect(told(late)).toBe("item_status");
});

test("of a Void and a Build of one item that race, the slower one is refused", async () => {
  const voided = (serial: string) => item("Void", serial, { comment: "Never came" });
  const one = await start(board, boardBom.bom);
  const used = await receivePart();
  const [late] = await overtake(
    plant,
    () => voided(used),
    () => build(one.serial, used),
  );
  expect(told(late)).toBe("in_use");
  const two = await start(board, boardBom.bom);
  const gone = await receivePart();
  const [lateBuild] = await overtake(
    plant,
    () => build(two.serial, gone),
    () => voided(gone),
  );
  expect(told(lateBuild)).toBe("not_found");
});

test("of two Returns that race, the slower one is refused", async () => {
  const serial = await receivePart();
  await item("Dispatch", serial);
  const back = () => item("Return", serial, { comment: "Complaint" });
  const [answer] = await overtake(plant, back, back);
  expect(told(answer)).toBe("item_status");
});

const callers = 64;
const crowd = (send: (index: number) => Promise<Answer>) =>
  plant.race(callers, (index) => patiently(() => send(index)));

/** The actions on an item, in the order of the log. */
async function actionsOn(visualSerialNo: string): Promise<string[]> {
  const { body } = await plant.post("/api/MaterialItem/History", { visualSerialNo });
  return body.map(({ action }: { action: string }) => action);
}

describe("a crowd of 64", () => {
  test("that completes, builds and removes leaves no unit that is finished and lacks a part", async () => {
    const { serial, inside } = await filledBoard();
    const verbs = [
      () => item("Complete", serial),
      () => remove(serial, inside),
      () => build(serial, inside),
    ];
    await crowd((index) => verbs[index % verbs.length]!());
    let built = 0;
    let isFinished = false;
    for (const action of await actionsOn(serial)) {
      if (action === "builtInto") expect(isFinished, "finished before a Build").toBe(false);
      if (action === "builtInto") built++;
      if (action === "removedFrom") built--;
      if (action === "completed") expect(built, "parts of a finished unit").toBe(1);
      isFinished = action === "completed" || (isFinished && action !== "removedFrom");
    }
    expect(await statusOf(serial)).toBe(isFinished ? "Available" : "WIP");
  });

  test("that reopens and dispatches a unit dispatches only what is finished", async () => {
    const { serial } = await filledBoard();
    await item("Complete", serial);
    const { answers } = await crowd((index) =>
      index % 2 === 0 ? reopen(serial) : item("Dispatch", serial),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("that holds a part and dispatches its unit dispatches nothing after the hold", async () => {
    const { top, inside } = await nested();
    await item("Complete", top);
    await crowd((index) => (index % 2 === 0 ? hold(inside) : item("Dispatch", top)));
    const [row] = await plant.sql(
      `select (select seq from change_log where action = 'dispatched' and entity_id = item.id) as left_at,
        (select max(held.seq) from change_log as held where held.action = 'held') as held_at
      from material_item as item where serial_key = ?`,
      top.toLowerCase(),
    );
    expect(row!["held_at"]).not.toBeNull();
    expect(Number(row!["left_at"] ?? 0)).toBeLessThan(Number(row!["held_at"]));
  });
});
