import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, buildOf, consumption, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { overtake } from "./overtake.ts";
import { nest } from "./nest.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const [buildPath, removePath] = ["/api/Build/BuildMany", "/api/Build/RemoveMany"];

type Line = Readonly<Record<string, unknown>>;
const buildMany = (lines: readonly Line[], fields: Line = {}, headers = {}) =>
  plant.put(buildPath, { lines, ...fields }, { headers });
const removeMany = (lines: readonly Line[], fields: Line = {}) =>
  plant.put(removePath, { lines, ...fields });
const atomic = { atomic: true };

const removalOf = (parentSerialNo: string, childSerialNo: string, removeQty = 1): Line => ({
  parentSerialNo,
  childSerialNo,
  removeQty,
  reasonSUID: "REWORK",
});
const received = (parentSerialNo: string, childSerialNo: string, productName: string): Line => ({
  ...buildOf(parentSerialNo, childSerialNo),
  receiveAtPointOfConsumption: true,
  itemDetails: { productName },
});
const statuses = ({ body }: Answer) => body.results.map(({ status }: { status: number }) => status);

/** Makes a product that a part goes into, and that can itself go into another one. */
async function levels() {
  const inner = await assembly(plant, { ordered: false });
  const outer = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: outer.Name });
  const candidate = { product: inner.unit.Name, isActive: true, qty: 1, minQty: 1 };
  await plant.slot({
    ParentProductName: outer.Name,
    bom,
    candidates: [{ ...candidate, isDefault: true }],
  });
  const { visualSerialNo: top } = await plant.receive({ productName: outer.Name, qty: 1 });
  return { inner, top, unit: inner.parent, part: inner.child };
}

describe("BuildMany", () => {
  test("returns the result of each line as Build would, in order", async () => {
    const { parent, child, childId } = await assembly(plant, { stock: 5 });
    const { status, body } = await buildMany([buildOf(parent, child), buildOf(parent, child, 2)]);
    expect(status).toBe(200);
    const [first, second] = body.results;
    expect(body).toEqual({ done: 2, refused: 0, results: [first, second] });
    expect([first.line, second.line]).toEqual([0, 1]);
    expect(second.answer.parent).toEqual(await itemNamed(plant, parent));
    expect(second.answer.child).toEqual(await itemNamed(plant, child));
    expect(first.answer).toMatchObject({ qty: 1, child: { id: childId, actualQty: 4 } });
    expect(first.answer.parent.revNo).toBe(second.answer.parent.revNo - 1);
    const rows = await plant.sql(
      "select id, removed_qty from build where child_id = ? order by id",
      childId,
    );
    expect(rows).toHaveLength(2);
    await expectConservation(plant);
  });

  test("explains in place why a line is refused, and continues", async () => {
    const { parent, child } = await assembly(plant, { stock: 2 });
    const lines = [
      buildOf(parent, child),
      buildOf(parent, child, 5),
      buildOf("Nobody", child),
      buildOf(parent, child),
    ];
    const answer = await buildMany(lines);
    expect(statuses(answer)).toEqual([200, 409, 404, 200]);
    expect(answer.body).toMatchObject({ done: 2, refused: 2 });
    expect(answer.body.results[2].problem).toEqual({
      type: "/problems/not_found",
      title: expect.any(String),
      status: 404,
      detail: "No material item has the serial Nobody.",
      code: "not_found",
      line: 2,
      errors: [
        {
          pointer: "/lines/2/parentSerialNo",
          detail: "No material item has the serial Nobody.",
        },
      ],
    });
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 0, status: "Consumed" });
    await expectConservation(plant);
  });

  test("does nothing at all if it is atomic and a line is refused", async () => {
    const { parent, child } = await assembly(plant, { stock: 2 });
    const lines = [buildOf(parent, child), buildOf(parent, child, 5), buildOf(parent, child)];
    const problem = await expectRefused(plant, () => buildMany(lines, atomic), [
      409,
      "insufficient_quantity",
      "/lines/1/builtQty",
    ]);
    expect(problem.line).toBe(1);
    expect((await buildMany([lines[0]!, lines[2]!], atomic)).status).toBe(200);
  });

  test("points at the field at fault within a line", async () => {
    const { parent, part } = await assembly(plant);
    const { visualSerialNo: other } = await plant.receive({ productName: part.Name, qty: 1 });
    const wrong = received(parent, other, (await plant.product()).Name);
    const fault = [409, "details_contradict", "/lines/1/itemDetails/productName"] as const;
    await expectRefused(plant, () => buildMany([buildOf(parent, other), wrong], atomic), fault);
  });

  test("lets a line build from the item of an earlier line", async () => {
    const { top, unit, part } = await levels();
    const answer = await buildMany([buildOf(unit, part), buildOf(top, unit)], atomic);
    expect(statuses(answer)).toEqual([200, 200]);
    const back = buildOf(part, top);
    const closed = await buildMany([buildOf(unit, part), back]);
    expect(closed.body.results[1].problem.code).toBe("cycle");
    await expectConservation(plant);
  });

  test.each([atomic, {}])(
    "lets a line build into an item that an earlier one received (%j)",
    async (how) => {
      const { top, inner, part } = await levels();
      const [unit, seal] = [plant.unique("Unit"), plant.unique("Seal")];
      const answer = await buildMany(
        [
          received(top, unit, inner.unit.Name),
          buildOf(unit, part),
          received(unit, seal, inner.part.Name),
          received(unit, seal, inner.part.Name),
        ],
        how,
      );
      expect(statuses(answer)).toEqual([200, 200, 200, 200]);
      const [made, , first, again] = answer.body.results;
      const item = await itemNamed(plant, unit);
      expect(made.answer.child.id).toBe(item.id);
      expect(again.answer.parent).toEqual(item);
      expect(again.answer.child).toEqual(await itemNamed(plant, seal));
      expect(again.answer.child.id).toBe(first.answer.child.id);
      await expectConservation(plant);
    },
  );

  test("receives with unique ids, whatever else is received at the same time", async () => {
    const { parent, part } = await assembly(plant);
    const serials = [plant.unique("Seal"), plant.unique("Seal")];
    const [late, item] = await overtake(
      plant,
      () =>
        buildMany(
          serials.map((serial) => received(parent, serial, part.Name)),
          atomic,
        ),
      () => plant.receive({ productName: part.Name, qty: 1 }),
    );
    const ids = late.body.results.map((line: Answer["body"]) => line.answer.child.id);
    expect(ids).toEqual([item.id + 1, item.id + 2]);
  });

  test("decides every line again if it is overtaken", async () => {
    const { parent, child, build } = await assembly(plant, { stock: 2 });
    const lines = [buildOf(parent, child), buildOf(parent, child)];
    const [late] = await overtake(
      plant,
      () => buildMany(lines),
      () => build(),
    );
    expect(statuses(late)).toEqual([200, 409]);
    await expectConservation(plant);
  });

  test("with a key is answered again as before, line by line, and takes effect once", async () => {
    const { parent, child, part, childId } = await assembly(plant, { stock: 3 });
    const seal = plant.unique("Seal");
    const lines = [
      buildOf(parent, child),
      buildOf(parent, child, 7),
      received(parent, seal, part.Name),
      buildOf(parent, child),
    ];
    const headers = { "Idempotency-Key": plant.unique("key") };
    const { answers } = await plant.race(4, () => buildMany(lines, {}, headers));
    const [first] = answers;
    expect(statuses(first!)).toEqual([200, 409, 200, 200]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first!.body]);
    const replays = answers.filter((answer) => answer.headers.has("Idempotency-Replayed"));
    expect(replays).toHaveLength(3);
    expect(await itemNamed(plant, child)).toMatchObject({ id: childId, actualQty: 1 });
    const other = await buildMany(lines.slice(1), {}, headers);
    expect(other.body).toMatchObject({ status: 409, code: "idempotency_conflict" });
    await expectConservation(plant);
  });

  test("accepts 1,000 lines of the longest texts under a key, and not one more", async () => {
    const { parent, part } = await assembly(plant);
    const serialOf = (index: number) => `${plant.unique("Long")}-${index}-`.padEnd(200, "x");
    const version = "A";
    const lines = Array.from({ length: 1000 }, (_, index) => ({
      ...received(parent, serialOf(index), part.Name),
      itemDetails: { productName: part.Name, version, batchNo: `B-${index}`.padEnd(50, "y") },
    }));
    const headers = { "Idempotency-Key": plant.unique("key") };
    const answer = await buildMany(lines, atomic, headers);
    expect([answer.status, answer.body.done]).toEqual([200, 1000]);
    const again = await buildMany(lines, atomic, headers);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(answer.body);
    await expectConservation(plant);
    const more = [...lines, lines[0]!];
    await expectRefused(plant, () => buildMany(more), [400, "validation_failed", "/lines"]);
  });

  test("refuses a line that breaks the contract with the whole request", async () => {
    const { parent, child } = await assembly(plant);
    const lines = [buildOf(parent, child), buildOf(parent, child, -1), { parentSerialNo: 1 }];
    const fault = [
      400,
      "validation_failed",
      "/lines/1/builtQty",
      "/lines/2/parentSerialNo",
      "/lines/2/childSerialNo",
      "/lines/2/builtQty",
      "/lines/2/receiveAtPointOfConsumption",
    ] as const;
    await expectRefused(plant, () => buildMany(lines), fault);
    await expectRefused(plant, () => buildMany([]), [400, "validation_failed", "/lines"]);
  });

  test("refuses a line of a time in the future, and no other", async () => {
    const { parent, child } = await assembly(plant);
    const late = { ...buildOf(parent, child), occurredAt: "2999-01-01" };
    const answer = await buildMany([late, buildOf(parent, child)]);
    expect(statuses(answer)).toEqual([400, 200]);
    const [{ problem }] = answer.body.results;
    expect(problem.errors).toMatchObject([{ pointer: "/lines/0/occurredAt" }]);
  });
});

describe("RemoveMany", () => {
  test("removes what several builds have built, line by line", async () => {
    const { parent, child, childId } = await assembly(plant, { stock: 4 });
    const { build } = consumption(plant, parent, child);
    await build({ builtQty: 2 });
    await build({ builtQty: 2 });
    const lines = [1, 2, 2, 1].map((qty) => removalOf(parent, child, qty));
    const answer = await removeMany(lines);
    expect(statuses(answer)).toEqual([200, 200, 409, 200]);
    expect(answer.body.results[2].problem).toMatchObject({
      code: "not_built",
      errors: [{ pointer: "/lines/2/removeQty" }],
    });
    expect(answer.body.results[3].answer.child).toEqual(await itemNamed(plant, child));
    const rows = await plant.sql(
      "select qty / 1000000 as qty, removed_qty / 1000000 as removed from build where child_id = ?",
      childId,
    );
    expect(rows).toEqual([
      { qty: 2, removed: 2 },
      { qty: 2, removed: 2 },
    ]);
    await expectConservation(plant);
  });

  test("does nothing at all if it is atomic and a line is refused", async () => {
    const { parent, child, build } = await assembly(plant);
    await build({ builtQty: 2 });
    const lines = [removalOf(parent, child), removalOf(parent, child, 2)];
    const fault = [409, "not_built", "/lines/1/removeQty"] as const;
    await expectRefused(plant, () => removeMany(lines, atomic), fault);
  });

  test("accepts 1,000 lines", async () => {
    const { parent, child, build } = await assembly(plant, { stock: 1000 });
    await build({ builtQty: 500 });
    await build({ builtQty: 500 });
    const lines = Array.from({ length: 1000 }, () => ({
      ...removalOf(parent, child),
      comments: "c".repeat(800),
    }));
    const { status, body } = await removeMany(lines, atomic);
    expect([status, body.done]).toEqual([200, 1000]);
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 1000, revNo: 1003 });
    await expectConservation(plant);
  });
});

test("lines that each build two of the next line's parent are decided without repeated work", async () => {
  const { receive } = await nest(plant);
  const chain: string[] = [];
  for (let level = 0; level < 41; level++) chain.push((await receive()).visualSerialNo);
  const links = chain.slice(1).map((child, above) => buildOf(chain[above]!, child));
  const answer = await buildMany(links.flatMap((link) => [link, link]));
  expect(statuses(answer)).toEqual(Array.from({ length: 80 }, () => 200));
  const closing = await buildMany([buildOf(chain.at(-1)!, chain[0]!)]);
  expect(closing.body.results[0].problem).toMatchObject({ code: "cycle" });
});
