import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { patiently } from "./patiently.ts";
import { kindsOf, listedOf, path } from "./revised-kinds.ts";

const plant = await openPlant();
const kinds = kindsOf(plant);
const listed = listedOf.bind(undefined, plant);

describe("of 64 editors of one revision", () => {
  const racing = new Set("Product Bom BomSlot WorksOrder WorkCentreGroup Location".split(" "));

  test.for(kinds.filter(({ resource }) => racing.has(resource)))(
    "of a $resource, one changes it",
    async (kind) => {
      const { resource, change, make } = kind;
      const read = await listed(kind, await make());
      const { answers, tally } = await plant.race(64, (i) =>
        patiently(() => plant.put(path(resource, "Upsert"), { ...read, ...change(`editor ${i}`) })),
      );
      expect(tally).toEqual({ 200: 1, 409: 63 });
      const won = answers.find(({ status }) => status === 200)!;
      expect(won.body.revNo).toBe(2);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        expect(body).toMatchObject({ code: "stale_revision", current: won.body });
      }
      expect(await listed(kind, read)).toEqual(won.body);
    },
  );

  test("and one who deletes it, one is first", async () => {
    const kind = kinds.find(({ resource }) => resource === "Product")!;
    const read = await listed(kind, await kind.make());
    const { ID, revNo } = read;
    const { answers } = await plant.race(64, (i) =>
      patiently(() =>
        i % 2 === 0
          ? plant.delete("/api/Product/Delete", { ID, revNo })
          : plant.put("/api/Product/Upsert", { ID, revNo, Description: `editor ${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect(["stale_revision", "not_found"]).toContain(body.code);
    }
  });
});
