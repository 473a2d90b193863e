import { expect, test } from "vitest";
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
