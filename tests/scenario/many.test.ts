import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { type Item, lotsOf } from "./lots.ts";
import { nest } from "./nest.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { get } = lotsOf(plant);
const { Name: productName } = await plant.product();
const bay = plant.unique("BAY");
await plant.done("put", "/api/Location/Upsert", { suid: bay, name: "Bay" });

type Line = Readonly<Record<string, unknown>>;
type Fault = readonly [status: number, code: string, pointer: string];

interface Verb {
  readonly method: "post" | "put";
  /** The action that the history names. */
  readonly action: string;
  /** Makes a line that succeeds. All but a receipt are about an item. */
  readonly line: (item: Item) => Line;
  /** Brings a received item into the state that the line needs. */
  readonly ready?: (item: Item) => Promise<unknown>;
  /** The fields that make the line one that is refused, and the refusal. */
  readonly wrong: Line;
  readonly fault: Fault;
  /** The outcome of the same line once more: the code of a refusal, or the revision. */
  readonly again: string | number;
}

const nobody = { id: undefined, visualSerialNo: "Nobody" };
const noItem = [404, "not_found", "/visualSerialNo"] as const;
const hold = ({ id }: Item) => ({ id, holdReason: "Quality" });

const verbs: Readonly<Record<string, Verb>> = {
  Receive: {
    method: "post",
    action: "received",
    line: () => ({ productName, visualSerialNo: plant.unique("SN"), qty: 2, batchNo: "B-7" }),
    wrong: { productName: "None" },
    fault: [404, "not_found", "/productName"],
    again: "duplicate",
  },
  ItemAdjust: {
    method: "post",
    action: "adjusted",
    line: ({ id }) => ({ materialitemid: id, adjustqty: -1, reasonSUID: "COUNT" }),
    wrong: { adjustqty: -1000 },
    fault: [409, "negative_quantity", "/adjustqty"],
    again: 3,
  },
  Hold: {
    method: "put",
    action: "held",
    line: hold,
    wrong: nobody,
    fault: noItem,
    // It is held for that already.
    again: 2,
  },
  Release: {
    method: "put",
    action: "released",
    line: ({ id }) => ({ id, comment: "Sound" }),
    ready: (item) => plant.done("put", "/api/MaterialItem/Hold", hold(item)),
    wrong: nobody,
    fault: noItem,
    again: "item_status",
  },
  Move: {
    method: "put",
    action: "moved",
    line: ({ id }) => ({ id, location: bay }),
    wrong: { location: "Nowhere" },
    fault: [404, "not_found", "/location"],
    // It is there already, so nothing happened.
    again: 2,
  },
  Scrap: {
    method: "put",
    action: "scrapped",
    line: ({ id }) => ({ id, reasonSUID: "SCRAP" }),
    wrong: { reasonSUID: "REWORK" },
    fault: [409, "reason_not_assigned", "/reasonSUID"],
    again: "item_status",
  },
  Dispatch: {
    method: "put",
    action: "dispatched",
    line: ({ id }) => ({ id }),
    wrong: nobody,
    fault: noItem,
    again: "item_status",
  },
};
const names = Object.keys(verbs);

const lot = (fields: object = {}): Promise<Item> =>
  plant.receive({ productName, qty: 10, ...fields });
const send = (name: string, body: object, headers = {}): Promise<Answer> =>
  plant[verbs[name]!.method](`/api/MaterialItem/${name}`, body, { headers });
const sendMany = (name: string, lines: readonly Line[], fields: Line = {}, headers = {}) =>
  plant[verbs[name]!.method](`/api/MaterialItem/${name}Many`, { lines, ...fields }, { headers });
const atomic = { atomic: true };

/** Makes a line of a verb, about an item of its own. */
async function lineOf(name: string): Promise<Line> {
  const { line, ready } = verbs[name]!;
  if (name === "Receive") return line({});
  const item = await lot();
  await ready?.(item);
  return line(item);
}
const linesOf = (name: string, count: number): Promise<Line[]> =>
  Promise.all(Array.from({ length: count }, () => lineOf(name)));

const outcomes = ({ body }: Answer): (string | number)[] =>
  body.results.map(({ status, problem }: Answer["body"]) => problem?.code ?? status);
const answersOf = ({ body }: Answer): Item[] =>
  body.results.flatMap(({ answer }: Answer["body"]) => answer ?? []);
const actionsOf = async ({ id }: Item): Promise<string[]> =>
  (await plant.post("/api/MaterialItem/History", { id })).body.map(
    ({ action }: Answer["body"]) => action,
  );
const stored = ({ whereUsed: _used, whereUsedCount: _count, lot: _lot, ...item }: Item) => item;

describe.each(names)("%sMany", (name) => {
  const { wrong, fault, again, action } = verbs[name]!;
  const [status, code, pointer] = fault;

  test("returns what each line has in the single verb, in order", async () => {
    const lines = await linesOf(name, 3);
    const { body: single } = await send(name, lines[2]!);
    const answer = await sendMany(name, lines.slice(0, 2));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ done: 2, refused: 0, results: [{ line: 0 }, { line: 1 }] });
    for (const item of answersOf(answer)) {
      expect(Object.keys(item)).toEqual(Object.keys(single));
      expect(await get(item)).toEqual(stored(item));
      expect((await actionsOf(item)).at(-1)).toBe(action);
    }
    await expectConservation(plant);
  });

  test("explains in place why a line is refused, and does the others", async () => {
    const [first, second, third] = await linesOf(name, 3);
    const answer = await sendMany(name, [first!, { ...second, ...wrong }, third!]);
    expect(outcomes(answer)).toEqual([200, code, 200]);
    expect(answer.body).toMatchObject({ done: 2, refused: 1 });
    const { problem } = answer.body.results[1];
    expect(problem).toMatchObject({ status, line: 1, errors: [{ pointer: `/lines/1${pointer}` }] });
    const alone = await send(name, { ...second, ...wrong });
    expect(problem.detail).toBe(alone.body.detail);
    expect(problem.item).toEqual(alone.body.item);
    await expectConservation(plant);
  });

  test("does nothing at all if it is atomic and a line is refused", async () => {
    const [first, second, third] = await linesOf(name, 3);
    const lines = [first!, { ...second, ...wrong }, third!];
    const at = [status, code, `/lines/1${pointer}`] as const;
    const problem = await expectRefused(plant, () => sendMany(name, lines, atomic), at);
    expect(problem.line).toBe(1);
    expect(outcomes(await sendMany(name, [first!, third!], atomic))).toEqual([200, 200]);
  });

  test("decides a line by what the line before it left", async () => {
    const line = await lineOf(name);
    const answer = await sendMany(name, [line, line]);
    const [, second] = answer.body.results;
    expect(second.problem?.code ?? second.answer.revNo).toBe(again);
    await expectConservation(plant);
  });

  test("with a key takes effect once, and is answered again as before", async () => {
    const [first, second] = await linesOf(name, 2);
    const lines = [first!, { ...first, ...wrong }, second!];
    const headers = { "Idempotency-Key": plant.unique("key") };
    const { answers } = await plant.race(3, () => sendMany(name, lines, {}, headers));
    expect(outcomes(answers[0]!)).toEqual([200, code, 200]);
    for (const { status: sent, body } of answers) {
      expect([sent, body]).toEqual([200, answers[0]!.body]);
    }
    const replayed = answers.filter((one) => one.headers.has("Idempotency-Replayed"));
    expect(replayed).toHaveLength(2);
    for (const item of answersOf(answers[0]!)) expect(await get(item)).toEqual(stored(item));
    const other = await sendMany(name, lines.slice(1), {}, headers);
    expect(other.body).toMatchObject({ status: 409, code: "idempotency_conflict" });
  });

  test("refuses no line, more than 1,000 lines, and a line that breaks the contract", async () => {
    const invalid = (at: string) => [400, "validation_failed", at] as const;
    await expectRefused(plant, () => sendMany(name, []), invalid("/lines"));
    const line = await lineOf(name);
    const many = Array.from({ length: 1001 }, () => line);
    await expectRefused(plant, () => sendMany(name, many), invalid("/lines"));
    const unknown = [line, { ...line, unknown: 1 }];
    await expectRefused(plant, () => sendMany(name, unknown), invalid("/lines/1/unknown"));
  });
});

describe("lines on parts", () => {
  const needed = {
    Move: { location: bay },
    Hold: { holdReason: "Quality" },
    Scrap: { reasonSUID: "SCRAP" },
    Dispatch: {},
  } as const;

  test.each(Object.keys(needed) as (keyof typeof needed)[])(
    "of one lot take what is left of it, and later lines find them: %sMany",
    async (name) => {
      const whole = await lot();
      const take = (id: number, qty: number, newVisualSerialNo: string) => ({
        id,
        ...needed[name],
        qty,
        newVisualSerialNo,
      });
      const [part, next] = [plant.unique("Part"), plant.unique("Part")];
      const lines = [
        take(whole.id, 4, part),
        take(whole.id, 7, next),
        { ...needed[name], visualSerialNo: part.toLowerCase() },
        take(whole.id, 6, part.toUpperCase()),
        take(whole.id, 6, next),
      ];
      const answer = await sendMany(name, lines);
      const onPart = { Move: 200, Hold: 200, Scrap: "item_status" };
      expect(outcomes(answer)).toEqual([
        200,
        "insufficient_quantity",
        name === "Dispatch" ? "item_status" : onPart[name],
        "duplicate",
        200,
      ]);
      const parts = answersOf(answer).filter((one) => one.lot);
      expect(parts.map((one) => [one.nominalQty, one.lot.actualQty])).toEqual([
        [4, 6],
        [6, 0],
      ]);
      for (const one of parts) expect(await get(one)).toEqual(stored(one));
      expect(await get(whole)).toMatchObject({ actualQty: 0, status: "Consumed", revNo: 3 });
      await expectConservation(plant);
    },
  );

  test("have ids of their own, whatever else is received at the same time", async () => {
    const whole = await lot();
    const lines = Array.from({ length: 3 }, () => ({
      id: whole.id,
      location: bay,
      qty: 1,
      newVisualSerialNo: plant.unique("Part"),
    }));
    const [late, item] = await overtake(plant, () => sendMany("Move", lines), lot);
    expect(answersOf(late).map(({ id }) => id - item.id)).toEqual([1, 2, 3]);
  });
});

test("what Recall found is held in one request, and each line names the units above it", async () => {
  const { parent, child, build } = await assembly(plant, { stock: 5 });
  await build();
  const { body: affected } = await plant.post("/api/Genealogy/Recall", { visualSerialNo: child });
  // Those that contain it first.
  const lines = affected.toReversed().map(hold);
  const answer = await sendMany("Hold", lines, atomic);
  expect(answersOf(answer).map((one) => one.visualSerialNo)).toEqual([parent, child]);
  expect(answersOf(answer)[1]).toMatchObject({
    holdReason: "Quality",
    whereUsed: [{ visualSerialNo: parent, holdReason: "Quality" }],
    whereUsedCount: 1,
  });
});

test("a line with a reference is the repetition of the same request alone", async () => {
  const externalRef = { system: plant.unique("ERP"), id: "GR-1" };
  const [first, second] = await linesOf("Receive", 2);
  const { body: alone } = await send("Receive", { ...first, externalRef });
  const answer = await sendMany("Receive", [{ ...first, externalRef }, second!]);
  expect(answer.body.results).toMatchObject([{ replayed: true, answer: alone }, { status: 200 }]);
  const refs = [{ ...first, externalRef }, externalRef].map(() => ({ ...second, externalRef }));
  const fault = [400, "validation_failed", "/lines/1/externalRef"] as const;
  await expectRefused(plant, () => sendMany("Receive", refs), fault);
});

describe("a batch that is overtaken decides every line again", () => {
  test("DispatchMany, by the hold of what is in one of its units", async () => {
    const { front: bomSlotID, build, receive } = await nest(plant);
    const units = [await receive(), await receive(), await receive()];
    const contents = [await receive(), await receive(), await receive()];
    for (const [index, unit] of units.entries()) {
      expect((await build(unit, contents[index], { bomSlotID })).status).toBe(200);
    }
    const lines = units.map(({ id }) => ({ id }));
    const held = hold(contents[1]);
    const [late] = await overtake(
      plant,
      () => sendMany("Dispatch", lines),
      () => plant.done("put", "/api/MaterialItem/Hold", held),
    );
    expect(outcomes(late)).toEqual([200, "contains_held", 200]);
    expect(late.body.results[1].problem).toMatchObject({
      heldCount: 1,
      held: [{ id: contents[1].id, path: [{ id: units[1].id }, { id: contents[1].id }] }],
    });
  });

  test("ReceiveMany, by a receipt of one of its serials", async () => {
    const lines = await linesOf("Receive", 3);
    const [late, faster] = await overtake(
      plant,
      () => sendMany("Receive", lines),
      () => send("Receive", lines[1]!),
    );
    expect(outcomes(late)).toEqual([200, "duplicate", 200]);
    expect(late.body.results[1].problem.item.id).toBe(faster.body.id);
  });

  test("HoldMany, by a move of one of its items", async () => {
    const items = [await lot(), await lot()];
    const [late] = await overtake(
      plant,
      () => sendMany("Hold", items.map(hold)),
      () => send("Move", { id: items[0]!.id, location: bay }),
    );
    expect(answersOf(late).map(({ revNo }) => revNo)).toEqual([3, 2]);
    expect(answersOf(late)[0]).toMatchObject({ location: bay });
  });
});

// Last, since each check of conservation reads every item that there is.

test("1,000 lines of each verb, with long texts and a key, are answered again as before", async () => {
  const once = async (name: string, lines: readonly Line[]) => {
    const headers = { "Idempotency-Key": plant.unique("key") };
    const answer = await sendMany(name, lines, atomic, headers);
    expect([name, answer.status, answer.body.done]).toEqual([name, 200, 1000]);
    const again = await sendMany(name, lines, atomic, headers);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(answer.body);
    return answersOf(answer);
  };
  const receipts = Array.from({ length: 1000 }, (_, index) => ({
    productName,
    visualSerialNo: `${plant.unique("Long")}-${index}-`.padEnd(200, "x"),
    qty: 5,
    batchNo: `B-${index}`.padEnd(50, "y"),
  }));
  const items = await once("Receive", receipts);
  const comment = "c".repeat(800);
  const each = (fields: Line) => items.map(({ id }) => ({ id, comment, ...fields }));
  const adjustment = { adjustqty: 1, reasonSUID: "COUNT", comments: comment };
  await once(
    "ItemAdjust",
    items.map(({ id }) => ({ materialitemid: id, ...adjustment })),
  );
  await once("Hold", each({ holdReason: "Quality" }));
  await once("Release", each({}));
  await once(
    "Move",
    // Whole items and parts in turn.
    items.map(({ id }, index) => ({
      id,
      location: bay,
      ...(index % 2 === 0 && { qty: 1, newVisualSerialNo: plant.unique("Part") }),
    })),
  );
  await once(
    "Scrap",
    items.map(({ id }) => ({
      id,
      comment,
      reasonSUID: "SCRAP",
      qty: 2,
      newVisualSerialNo: plant.unique("Part"),
    })),
  );
  await once("Dispatch", each({}));
  expect(await get(items[0])).toMatchObject({ status: "Dispatched", actualQty: 3, revNo: 7 });
  expect(await get(items[1])).toMatchObject({ status: "Dispatched", actualQty: 4, revNo: 7 });
  await expectConservation(plant);
});

test("lines whose record D1 can't hold are refused there, and can be sent in two requests", async () => {
  // Of letters in no order, whose keys in lower case are no part of them: compression finds little.
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let last = 1;
  const letter = () => letters[(last = (last * 48_271) % 2_147_483_647) % letters.length]!;
  const long = (name: string, length: number) => {
    const start = plant.unique(name);
    return start + Array.from({ length: length - start.length }, letter).join("");
  };
  const receipts = Array.from({ length: 1000 }, () => ({
    productName,
    visualSerialNo: long("Long", 250),
    qty: 5,
    batchNo: long("B", 50),
    deliveryNo: long("D", 250),
  }));
  const items = answersOf(await sendMany("Receive", receipts, atomic));
  // The record of a line has the part and its lot.
  const lines = items.map(({ id }) => ({
    id,
    reasonSUID: "SCRAP",
    qty: 1,
    newVisualSerialNo: long("Part", 250),
  }));
  const scrap = (some: readonly Line[]) =>
    sendMany("Scrap", some, atomic, { "Idempotency-Key": plant.unique("key") });
  if (plant.database.runtime === "d1") {
    await expectRefused(plant, () => scrap(lines), [413, "too_large"]);
    expect((await scrap(lines.slice(500))).body.done).toBe(500);
    expect((await scrap(lines.slice(0, 500))).body.done).toBe(500);
  } else expect((await scrap(lines)).body.done).toBe(1000);
});
