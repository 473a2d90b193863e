import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { buildOf } from "./assembly.ts";
import { atTime } from "./at-time.ts";
import { nest, nextOf, pagesOf } from "./nest.ts";
import { expectRefused } from "./refused.ts";

type Item = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

const plant = await openPlant();
const { receive, build } = await nest(plant);
const [asBuilt, whereUsed] = ["/api/Genealogy/AsBuilt", "/api/Genealogy/WhereUsed"] as const;

/** A time of a day of this October. */
const on = (day: number, time = "00:00:00.000") =>
  `2026-10-${String(day).padStart(2, "0")}T${time}Z`;
/** Receives an item on the first day. */
const received = (name: string) =>
  atTime(plant, on(1), () => receive({ visualSerialNo: plant.unique(name) }));
const done = async (sent: Promise<Answer>) => {
  const { status, body } = await sent;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const remove = (parent: Item, child: Item, fields: Fields) =>
  plant.put("/api/Build/Remove", {
    parentSerialNo: parent.visualSerialNo,
    childSerialNo: child.visualSerialNo,
    removeQty: 1,
    reasonSUID: "REWORK",
    ...fields,
  });

/** The times of a state: when it was, and when it was known. */
type State = { readonly at?: string; readonly knownAt?: string };
const list = async (path: string, { id }: Item, state: State = {}) =>
  (await done(plant.post(path, { id, ...state }))).map(
    ({ visualSerialNo, qty, level }: Item) => `${level} ${visualSerialNo} ${qty}`,
  );

test("a unit's contents are those of a time, as the record knew them at another time", async () => {
  const [unit, part, spare] = [
    await received("UNIT"),
    await received("PART"),
    await received("SPARE"),
  ];
  // On the third day it is recorded that the part was built in on the second, in the evening.
  const builtIn = { occurredAt: on(2, "18:00:00.000"), builtQty: 3 };
  await atTime(plant, on(3), () => done(build(unit, part, builtIn)));
  // On the fifth day: on the fourth, two of it were taken out again, and a spare was built in.
  await atTime(plant, on(5), async () => {
    await done(remove(unit, part, { removeQty: 2, occurredAt: on(4, "09:00:00.000") }));
    await done(build(unit, spare, { occurredAt: on(4, "10:00:00.000") }));
  });
  const [three, one, other] = [
    `1 ${part.visualSerialNo} 3`,
    `1 ${part.visualSerialNo} 1`,
    `1 ${spare.visualSerialNo} 1`,
  ];
  const states: [State, string[]][] = [
    [{}, [one, other]],
    // The times at which it happened, as it is known now.
    [{ at: on(2, "17:59:59.999") }, []],
    [{ at: on(2, "18:00:00.000") }, [three]],
    [{ at: on(4, "08:59:59.999") }, [three]],
    [{ at: on(4, "09:00:00.000") }, [one]],
    [{ at: on(4, "10:00:00.000") }, [one, other]],
    [{ at: on(9) }, [one, other]],
    // As it was known at a time.
    [{ knownAt: on(2, "23:00:00.000") }, []],
    [{ knownAt: on(3) }, [three]],
    [{ knownAt: on(4, "23:00:00.000") }, [three]],
    [{ knownAt: on(5) }, [one, other]],
    // As one time was known at another one.
    [{ at: on(2, "23:00:00.000"), knownAt: on(2, "23:00:00.000") }, []],
    [{ at: on(2, "23:00:00.000"), knownAt: on(3) }, [three]],
    [{ at: on(2, "17:00:00.000"), knownAt: on(3) }, []],
    [{ at: on(4, "23:00:00.000"), knownAt: on(4, "23:00:00.000") }, [three]],
    [{ at: on(4, "09:30:00.000"), knownAt: on(5) }, [one]],
    [{ at: "9999-12-31", knownAt: "9999-12-31" }, [one, other]],
  ];
  for (const [state, expected] of states) {
    expect(await list(asBuilt, unit, state), JSON.stringify(state)).toEqual(expected);
    const up = expected.filter((line) => line.includes(part.visualSerialNo));
    const used = up.map((line) => line.replace(part.visualSerialNo, unit.visualSerialNo));
    expect(await list(whereUsed, part, state), JSON.stringify(state)).toEqual(used);
  }
});

test("a Build recorded today for yesterday is in yesterday's state as it is known today", async () => {
  const [unit, part] = [await received("UNIT"), await received("PART")];
  const yesterday = on(6, "20:00:00.000");
  const builtIn = { occurredAt: on(6, "12:00:00.000") };
  await atTime(plant, on(7), () => done(build(unit, part, builtIn)));
  expect(await list(asBuilt, unit, { at: yesterday })).toHaveLength(1);
  expect(await list(asBuilt, unit, { at: yesterday, knownAt: yesterday })).toEqual([]);
});

test("an item has the names that it had then, as they were known", async () => {
  const [unit, part] = [await received("UNIT"), await received("PART")];
  await atTime(plant, on(2), () => done(build(unit, part)));
  const relabel = (newVisualSerialNo: string, occurredAt: string) =>
    done(
      plant.put("/api/MaterialItem/Relabel", {
        id: part.id,
        newVisualSerialNo,
        occurredAt,
        comment: "Torn",
      }),
    );
  const [first, second, third] = [
    part.visualSerialNo,
    plant.unique("SECOND"),
    plant.unique("THIRD"),
  ];
  await atTime(plant, on(6), () => relabel(second, on(6)));
  // Recorded later, but of an earlier day.
  await atTime(plant, on(8), () => relabel(third, on(4)));
  const names: [State, string][] = [
    [{}, third],
    [{ at: on(3) }, first],
    [{ at: on(4) }, third],
    [{ at: on(7) }, third],
    [{ at: on(5), knownAt: on(7) }, first],
    [{ at: on(6), knownAt: on(7) }, second],
    [{ knownAt: on(7) }, second],
    [{ knownAt: on(5) }, first],
  ];
  for (const [state, name] of names) {
    expect(await list(asBuilt, unit, state), JSON.stringify(state)).toEqual([`1 ${name} 1`]);
  }
});

test("pages continue the state of both times, and no other", async () => {
  const unit = await received("UNIT");
  const parts = [await received("A"), await received("B"), await received("C")];
  for (const part of parts)
    await atTime(plant, on(3), () => done(build(unit, part, { occurredAt: on(2) })));
  const state = { id: unit.id, at: on(2), knownAt: on(3) };
  const whole = await done(plant.post(asBuilt, state));
  expect(whole).toHaveLength(3);
  expect((await pagesOf(plant, asBuilt, state, 1)).flat()).toEqual(whole);
  const first = await plant.post(`${asBuilt}?limit=1`, state);
  // A Build that is recorded between two pages, and dated back, is in neither.
  const late = await received("D");
  await done(build(unit, late, { occurredAt: on(2) }));
  const second = await plant.post(nextOf(first)!.replace("limit=1", "limit=9"), state);
  expect([...first.body, ...second.body]).toEqual(whole);
  const { knownAt: _known, ...without } = state;
  for (const other of [{ ...state, knownAt: on(4) }, without, { ...state, at: on(4) }]) {
    const send = () => plant.post(nextOf(first)!, other);
    await expectRefused(plant, send, [400, "validation_failed"]);
  }
});

test("what is dated back can make a cycle at an earlier time, which is listed once", async () => {
  const [one, other] = [await received("ONE"), await received("OTHER")];
  await atTime(plant, on(5), async () => {
    await done(build(one, other, { occurredAt: on(2) }));
    await done(remove(one, other, { occurredAt: on(4) }));
    await done(build(other, one, { occurredAt: on(3) }));
  });
  const [down, up] = [`1 ${other.visualSerialNo} 1`, `2 ${one.visualSerialNo} 1`];
  expect(await list(asBuilt, one, { at: on(2) })).toEqual([down]);
  expect(await list(asBuilt, one, { at: on(3) })).toEqual([down]);
  const paths = await done(plant.post(asBuilt, { id: one.id, at: on(3), paths: true }));
  expect(paths.map((line: Item) => `${line.level} ${line.visualSerialNo} ${line.qty}`)).toEqual([
    down,
    up,
  ]);
  const { body } = await plant.post("/api/Genealogy/Completeness", { id: one.id, at: on(3) });
  expect([body.unfinishedCount, body.heldCount]).toEqual([0, 0]);
});

test.for(["/at", "/knownAt"])("%s must be a time", async (pointer) => {
  for (const path of [asBuilt, whereUsed, "/api/Genealogy/Completeness"]) {
    const body = { id: 1, [pointer.slice(1)]: "yesterday" };
    await expectRefused(plant, () => plant.post(path, body), [400, "validation_failed", pointer]);
  }
});

describe("the completeness of a unit at an earlier time", () => {
  const completeness = async (id: number, state: State = {}) => {
    const body = await done(plant.post("/api/Genealogy/Completeness", { id, ...state }));
    const { slots, unfinished, held, isComplete } = body;
    const serials = (some: Item[]) => some.map(({ visualSerialNo }) => visualSerialNo);
    const counts = [body.unfinishedCount, body.heldCount];
    expect(counts).toEqual([unfinished.length, held.length]);
    return {
      built: slots.map(({ candidates, missing }: Item) => [candidates[0].built, missing]),
      unfinished: serials(unfinished),
      held: serials(held),
      isComplete,
    };
  };
  const item = (verb: string, { id }: Item, fields: Fields) =>
    done(plant.put(`/api/MaterialItem/${verb}`, { id, ...fields }));

  /** Starts a unit that needs two boards, each a unit of another order, on the first day. */
  async function started() {
    const [unit, board] = [await plant.product(), await plant.product()];
    const boards = await plant.bom({ parentProductName: board.Name });
    const units = await plant.bom({ parentProductName: unit.Name });
    const candidate = { product: board.Name, isActive: true, isDefault: true, qty: 2, minQty: 2 };
    const of = { ParentProductName: unit.Name, bom: units.name };
    await plant.slot({ ...of, candidates: [candidate] });
    const start = async (productName: string, bom: string, qty: number): Promise<Item[]> => {
      const { id } = await plant.worksOrder({ productName, bom, qty });
      const send = () => plant.done("put", "/api/WorksOrder/Start", { id });
      return (await atTime(plant, on(1), send)).items;
    };
    const [top] = await start(unit.Name, units.name, 1);
    const [left, right] = await start(board.Name, boards.name, 2);
    return { top, left, right };
  }
  const into = (parent: Item, child: Item, occurredAt: string) =>
    done(
      plant.put("/api/Build/Build", {
        ...buildOf(parent.visualSerialNo, child.visualSerialNo),
        occurredAt,
      }),
    );

  test("has the quantities, the unfinished units and the holds of that time", async () => {
    const { top, left, right } = await started();
    await atTime(plant, on(9), async () => {
      await into(top, left, on(2));
      await into(top, right, on(3));
      await item("Complete", left, { occurredAt: on(4) });
      await item("Hold", right, { holdReason: "Quality", occurredAt: on(5) });
      await item("Release", right, { occurredAt: on(6) });
      await item("Complete", right, { occurredAt: on(7) });
    });
    const [l, r] = [left.visualSerialNo, right.visualSerialNo];
    const none = { unfinished: [], held: [] };
    const states: [State, object][] = [
      [{ at: on(1) }, { built: [[0, 2]], ...none, isComplete: false }],
      [{ at: on(2) }, { built: [[1, 1]], unfinished: [l], held: [], isComplete: false }],
      [{ at: on(3) }, { built: [[2, 0]], unfinished: [l, r], held: [], isComplete: false }],
      [{ at: on(4) }, { built: [[2, 0]], unfinished: [r], held: [], isComplete: false }],
      [{ at: on(5) }, { built: [[2, 0]], unfinished: [r], held: [r], isComplete: false }],
      [{ at: on(6) }, { built: [[2, 0]], unfinished: [r], held: [], isComplete: false }],
      [{ at: on(7) }, { built: [[2, 0]], ...none, isComplete: true }],
      [
        { at: on(7), knownAt: on(8) },
        { built: [[0, 2]], ...none, isComplete: false },
      ],
      [{ knownAt: on(8) }, { built: [[0, 2]], ...none, isComplete: false }],
      [{ knownAt: on(9) }, { built: [[2, 0]], ...none, isComplete: true }],
      [{}, { built: [[2, 0]], ...none, isComplete: true }],
    ];
    for (const [state, expected] of states) {
      expect(await completeness(top.id, state), JSON.stringify(state)).toEqual(expected);
    }
  });

  test("names what is in it by its path, and by the serials of that time", async () => {
    const { top, left } = await started();
    await atTime(plant, on(9), async () => {
      await into(top, left, on(2));
      await item("Hold", left, { holdReason: "Quality", occurredAt: on(3) });
      const renamed = { newVisualSerialNo: plant.unique("NEW"), comment: "Torn" };
      await item("Relabel", top, { ...renamed, occurredAt: on(4) });
    });
    const { body } = await plant.post("/api/Genealogy/Completeness", { id: top.id, at: on(3) });
    expect(body.visualSerialNo).toBe(top.visualSerialNo);
    const path = [top, left].map(({ id, visualSerialNo }) => ({ id, visualSerialNo }));
    const { id, visualSerialNo } = left;
    expect(body.held).toEqual([{ id, visualSerialNo, path }]);
    expect(body.unfinished).toEqual([{ id, visualSerialNo, path }]);
    const later = await plant.post("/api/Genealogy/Completeness", { id: top.id, at: on(4) });
    expect(later.body.visualSerialNo).toMatch(/^NEW/);
    expect(later.body.held[0].path[0].visualSerialNo).toMatch(/^NEW/);
  });

  test("needs the quantities of the unit as it was then", async () => {
    const { top } = await started();
    const { body } = await plant.get(`/api/MaterialItem/Get/${top.id}`);
    const larger = { ...body, nominalQty: 3 };
    const path = `/api/MaterialItem/Update/${top.id}`;
    await atTime(plant, on(5), () => plant.done("put", path, larger));
    const at = async (state: State) => {
      const of = { id: top.id, ...state };
      const told = (await plant.post("/api/Genealogy/Completeness", of)).body;
      return [told.nominalQty, told.slots[0].min];
    };
    expect(await at({ at: on(4) })).toEqual([1, 2]);
    expect(await at({ knownAt: on(4) })).toEqual([1, 2]);
    expect(await at({ at: on(5) })).toEqual([3, 6]);
    expect(await at({})).toEqual([3, 6]);
  });

  test("is found only for an item that exists", async () => {
    const send = () => plant.post("/api/Genealogy/Completeness", { id: 9_999_999, at: on(1) });
    await expectRefused(plant, send, [404, "not_found"]);
  });

  test("counts units that were built in before, and scrapped since, as finished", async () => {
    const { top, left } = await started();
    await atTime(plant, on(9), () => into(top, left, on(2)));
    await atTime(plant, on(9), () =>
      done(
        plant.put("/api/Build/Remove", {
          parentSerialNo: top.visualSerialNo,
          childSerialNo: left.visualSerialNo,
          removeQty: 1,
          reasonSUID: "SCRAP",
          occurredAt: on(3),
        }),
      ),
    );
    expect(await completeness(top.id, { at: on(2) })).toMatchObject({
      built: [[1, 1]],
      unfinished: [left.visualSerialNo],
    });
    expect(await completeness(top.id, { at: on(3) })).toMatchObject({
      built: [[0, 2]],
      unfinished: [],
    });
  });
});
