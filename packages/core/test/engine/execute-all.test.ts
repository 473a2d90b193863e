import { beforeEach, expect, test } from "vitest";
import { buildCommand, type BuildInput } from "../../src/consumption/build.ts";
import { executeAll } from "../../src/engine/execute.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "./pumps.ts";

let database: ReturnType<typeof databaseWith>["database"];
let context: ReturnType<typeof databaseWith>["context"];

beforeEach(() => {
  ({ database, context } = databaseWith(plant));
});

const line = (builtQty: number): BuildInput => ({
  parentSerialNo: "pump-1",
  childSerialNo: "lot-1",
  builtQty: builtQty * 1_000_000,
  receiveAtPointOfConsumption: false,
});
const count = (table: string) => {
  const row = database.prepare(`select count(*) as rows from ${table}`).get() as { rows: number };
  return row.rows;
};

test("each input is decided on what those before it left", async () => {
  const answers = await executeAll(context, buildCommand, [line(1), line(2), line(1)]);
  expect(answers.map(({ child }) => child.actualQty / 1_000_000)).toEqual([9, 7, 6]);
  expect(answers.map(({ parent }) => parent.revNo)).toEqual([2, 3, 4]);
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
  expect([count("build"), count("change_log")]).toEqual([3, 6]);
});

test("one input that is refused leaves nothing of the others", async () => {
  await expect(executeAll(context, buildCommand, [line(3), line(2)])).rejects.toMatchObject({
    code: "over_maximum",
  });
  expect([count("build"), count("change_log")]).toEqual([0, 0]);
});

test("builds of one request can't close a cycle, however long", async () => {
  const nest = (parentSerialNo: string, childSerialNo: string) => ({
    ...line(1),
    parentSerialNo,
    childSerialNo,
  });
  const down = [nest("pump-1", "pump-2"), nest("pump-2", "pump-3")];
  for (const steps of [down, down.toReversed()]) {
    const closing = [...steps, nest("pump-3", "pump-1")];
    await expect(executeAll(context, buildCommand, closing)).rejects.toMatchObject({
      code: "cycle",
    });
  }
  expect(count("build")).toBe(0);
  expect(await executeAll(context, buildCommand, down)).toHaveLength(2);
});

test("what one input of a request creates is not there for the others", async () => {
  const receipt = {
    ...line(1),
    childSerialNo: "lot-2",
    receiveAtPointOfConsumption: true,
    itemDetails: { productName: "seal" },
  };
  await expect(executeAll(context, buildCommand, [receipt, line(1)])).rejects.toThrow("creates");
  expect(count("build")).toBe(0);
});
