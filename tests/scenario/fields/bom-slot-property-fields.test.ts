import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "../refused.ts";
import { textOfBytes } from "../texts.ts";
import { type Fields, bomSlotsOf } from "./bom-slots.ts";

const plant = await openPlant();
const { property, makeProperty, slotBody, upsert, upsertProperties, slotWith } =
  await bomSlotsOf(plant);

describe("a property", () => {
  const ways = [
    ["a creation", "Properties", (entry: Fields) => upsert({ ...slotBody(), Properties: [entry] })],
    [
      "an update",
      "Properties",
      async (entry: Fields) => {
        const { id } = await slotWith();
        return upsert({ id, Properties: [entry] });
      },
    ],
    [
      "UpsertProperties",
      "properties",
      async (entry: Fields) => {
        const { id } = await slotWith();
        return upsertProperties(id, entry);
      },
    ],
  ] as const;

  describe.for(ways)("of %s", ([, field, set]) => {
    const pointerTo = (key: string) => [{ pointer: `/${field}/0/${key}` }];

    test("has a value of at most 500 bytes, which is not empty", async () => {
      expect((await set({ property, value: textOfBytes(500) })).status).toBe(200);
      for (const value of [textOfBytes(501), "", null, 1]) {
        const { status, body } = await set({ property, value });
        expect([value, status]).toEqual([value, 400]);
        expect(body.errors).toMatchObject(pointerTo("value"));
      }
    });

    test("has a name of at most 50 bytes, which is required and not empty", async () => {
      const name = `${textOfBytes(42)}${plant.unique("").padStart(8, "-")}`;
      await makeProperty(name);
      expect((await set({ property: name, value: "x" })).status).toBe(200);
      for (const wrong of [textOfBytes(51), "", null, undefined, 1]) {
        const { status, body } = await set({ property: wrong, value: "x" });
        expect([wrong, status]).toEqual([wrong, 400]);
        expect(body.errors).toMatchObject(pointerTo("property"));
      }
    });

    test("has a slotID that is an id, or none", async () => {
      expect((await set({ property, value: "x", slotID: null })).status).toBe(200);
      const { status, body } = await set({ property, value: "x", slotID: "1" });
      expect(status).toBe(400);
      expect(body.errors).toMatchObject(pointerTo("slotID"));
    });
  });

  test("of a new slot belongs to it, whatever slotID says", async () => {
    const Properties = [{ property, value: "x", slotID: 9_999_999_999 }];
    const { body } = await upsert({ ...slotBody(), Properties });
    expect(body.Properties).toMatchObject([{ property, slotID: body.id }]);
  });

  test("of another slot is refused", async () => {
    const { id } = await slotWith();
    const entry = { property, value: "x", slotID: id + 1 };
    await expectRefused(plant, () => upsertProperties(id, entry), [
      400,
      "validation_failed",
      "/properties/0/slotID",
    ]);
    await expectRefused(plant, () => upsert({ id, Properties: [entry] }), [
      400,
      "validation_failed",
      "/Properties/0/slotID",
    ]);
  });

  test("is named once, in any case", async () => {
    const { id } = await slotWith();
    const twice = [property, property.toUpperCase()].map((name) => ({
      property: name,
      value: "x",
    }));
    await expectRefused(plant, () => upsertProperties(id, ...twice), [
      400,
      "validation_failed",
      "/properties/1/property",
    ]);
  });

  test.for([
    [{ properties: [] }, "/bomSlotID"],
    [{ bomSlotID: 1 }, "/properties"],
    [{ bomSlotID: 1, properties: null }, "/properties"],
  ] as const)("is not upserted by %j", async ([body, pointer]) => {
    const send = () => plant.put("/api/BomSlot/UpsertProperties", body);
    await expectRefused(plant, send, [400, "validation_failed", pointer]);
  });
});
