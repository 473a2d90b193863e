import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { catalogRequests } from "./catalog-resources.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { upsert, list, create } = catalogRequests(plant);

const fields = {
  kind: "item",
  widthMm: 101.6,
  heightMm: 50.8,
  dpi: 300,
  symbology: "gs1DataMatrix",
  code: "(21){visualSerialNo}(10){batchNo}(17){expiryYYMMDD}",
  lines: [
    { text: "{productName}", sizeMm: 3.5, isBold: true },
    { text: "Batch {batchNo}", sizeMm: 2.5, isBold: false },
  ],
  zpl: " ^XA\n^FD{visualSerialNo}^FS\n^XZ\n",
};

test("a label template keeps the fields that were sent, and replaces its lines whole", async () => {
  const name = plant.unique("Label");
  const made = await create("LabelTemplate", { name, ...fields });
  expect(made).toMatchObject({ name, ...fields });
  const lines = [{ text: "{visualSerialNo}", sizeMm: 4, isBold: false }];
  const { body } = await upsert("LabelTemplate", { id: made.id, lines, zpl: null });
  expect(body).toEqual({ ...made, revNo: 2, lines, zpl: null });
  expect((await list("LabelTemplate", { id: made.id })).body).toEqual([body]);
});

test("its history has the fields as a response has them", async () => {
  const { id } = await create("LabelTemplate", { name: plant.unique("Label"), ...fields });
  await upsert("LabelTemplate", { id, widthMm: 62.5 });
  const { body } = await plant.post("/api/History/List", { entity: "LabelTemplate", id });
  expect(body).toMatchObject([
    { action: "created", after: fields },
    { action: "updated", before: { widthMm: 101.6 }, after: { widthMm: 62.5 } },
  ]);
});

test.for([
  ["item", "{visualSerialNo}"],
  ["location", "{suid}"],
  ["user", "{suid}"],
  ["worksOrder", "{orderNo}"],
  ["command", "{command}"],
])("a new template of the kind %s has the symbol %s by default", async ([kind, code]) => {
  expect(await create("LabelTemplate", { name: plant.unique("Label"), kind })).toMatchObject({
    kind,
    code,
  });
});

test("a label needs no symbol", async () => {
  const name = plant.unique("Label");
  expect(await create("LabelTemplate", { name, code: "" })).toMatchObject({ code: "" });
});

describe("a placeholder that the kind does not have is refused", () => {
  const unknown = (...pointers: string[]) => [409, "unknown_placeholder", ...pointers] as const;

  test("in a new template, at each of its places", async () => {
    const sent = {
      name: plant.unique("Label"),
      kind: "location",
      code: "{suid}{batchNo}",
      lines: [
        { text: "{name}", sizeMm: 3, isBold: false },
        { text: "{nmae}", sizeMm: 3, isBold: false },
      ],
      zpl: "^FD{orderNo}^FS",
    };
    const send = () => upsert("LabelTemplate", sent);
    const { errors } = await expectRefused(plant, send, unknown("/code", "/lines/1/text", "/zpl"));
    expect(errors[0].detail).toBe(
      "A label of the kind location has no {batchNo}. It has {suid}, {name}, {description}.",
    );
  });

  test("in an update, by the kind that is stored", async () => {
    const made = await create("LabelTemplate", { name: plant.unique("Label"), kind: "user" });
    const send = () => upsert("LabelTemplate", { id: made.id, code: "{visualSerialNo}" });
    await expectRefused(plant, send, unknown("/code"));
    expect((await list("LabelTemplate", { id: made.id })).body).toEqual([made]);
  });

  test("if the kind changes alone, and accepted if the texts change with it", async () => {
    const made = await create("LabelTemplate", { name: plant.unique("Label") });
    const kind = "worksOrder";
    await expectRefused(plant, () => upsert("LabelTemplate", { id: made.id, kind }), unknown());
    const { body } = await upsert("LabelTemplate", { id: made.id, kind, code: "{orderNo}" });
    expect(body).toMatchObject({ revNo: 2, kind, code: "{orderNo}" });
  });
});
