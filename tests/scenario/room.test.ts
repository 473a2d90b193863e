import { expect, test } from "vitest";
import { crossedLevel } from "@asbuilt/core";
import { openPlant } from "#plant";

const plant = await openPlant();

interface Size {
  readonly databaseBytes: number;
  readonly tables: readonly { readonly name: string; readonly bytes: number }[];
}
const getSize = async (): Promise<Size> => (await plant.post("/api/Status/Get", {})).body;
const bytesOf = ({ tables }: Size, name: string) =>
  tables.find((one) => one.name === name)?.bytes ?? 0;

const { Name: productName } = await plant.product();

/** Receives lots, each with a comment of 1,000 characters, in one request. */
const receiveMany = (lots: number) =>
  plant.done("post", "/api/MaterialItem/ReceiveMany", {
    lines: Array.from({ length: lots }, () => ({
      productName,
      qty: 1,
      visualSerialNo: plant.unique("SN"),
      comment: "c".repeat(1000),
    })),
    atomic: true,
  });

test("the status tells the size of the database by table, and a limit if there is one", async () => {
  await receiveMany(100);
  const before = await getSize();
  await receiveMany(800);
  const after = await getSize();
  expect(after).toMatchObject({
    databaseBytesMax: null,
    databaseShare: null,
    diskFreeBytes: null,
  });
  const grown = after.databaseBytes - before.databaseBytes;
  expect(grown).toBeGreaterThan(1_000_000);
  expect(bytesOf(after, "change_log") - bytesOf(before, "change_log")).toBeGreaterThan(
    0.75 * grown,
  );
  for (const { databaseBytes, tables } of [before, after]) {
    expect(tables.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(databaseBytes);
    const named = tables.filter(({ name }) => name !== "other").map(({ bytes }) => bytes);
    expect(named).toEqual(named.toSorted((one, other) => other - one));
    expect(tables.at(-1)!.name).toBe("other");
  }
  expect(after.tables.slice(0, 2).map(({ name }) => name)).toEqual(["change_log", "material_item"]);
});

test("a database reports each level of its limit once, when it reaches it", async () => {
  const { executor } = plant.database;
  const { databaseBytes: bytes } = await getSize();
  const at = async (share: number) =>
    (await crossedLevel(executor, { bytesMax: bytes / share }, () => 7))?.level;
  expect([await at(0.69), await at(0.71), await at(0.75), await at(0.89)]).toEqual([
    undefined,
    70,
    undefined,
    undefined,
  ]);
  expect(await plant.sql("select * from room_level")).toEqual([{ id: 1, level: 70, at: 7 }]);
  expect([await at(0.9), await at(0.95), await at(0.86), await at(0.9)]).toEqual([
    90,
    undefined,
    undefined,
    undefined,
  ]);
  // It falls below a level by more than it may swing, and reaches it again.
  expect([await at(0.84), await at(0.9)]).toEqual([undefined, 90]);
  expect([await at(0.6), await at(0.95)]).toEqual([undefined, 90]);
  expect(await crossedLevel(executor, {}, () => 8)).toBeUndefined();
});
