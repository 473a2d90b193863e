import { beforeEach, expect, test } from "vitest";
import { copyBomVersion } from "../../src/bom-version/copy.ts";
import { openPlant, row } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, relied, logged } = openPlant());
});

const numbered = (major: number, minor = 0) => ({ major, minor });
const whole = { parentProductName: "Pump", bom: "Main", from: numbered(1), to: numbered(1, 1) };

test("the copy has the slots, candidates and properties of its source", async () => {
  const made = await copyBomVersion(context, whole);
  expect(made).toMatchObject({
    id: 1,
    revNo: 2,
    name: "Main",
    versions: [
      { id: 1, ...numbered(1), status: "Released" },
      { id: 6, revNo: 1, bomId: 1, ...numbered(1, 1), status: "Draft" },
      { id: 2, ...numbered(2), status: "Draft" },
    ],
  });
  expect(logged().map(([event]) => event)).toEqual([
    "Bom 1 updated",
    "BomVersion 6 copied",
    ...database
      .prepare("select 'BomSlot ' || id || ' created' from bom_slot where bom_version_id = 6")
      .pluck()
      .all(),
    ...database
      .prepare(
        `select 'SlotCandidate ' || id || ' created' from slot_candidate where bom_slot_id in (
          select id from bom_slot where bom_version_id = 6) order by id`,
      )
      .pluck()
      .all(),
  ]);
  const contents = (version: number) =>
    database
      .prepare(
        `select slot.description, slot.is_required, candidate.product_id, candidate.qty,
          candidate.is_default, property.value
        from bom_slot as slot
        left join slot_candidate as candidate on candidate.bom_slot_id = slot.id
        left join slot_property as property on property.bom_slot_id = slot.id
        where slot.bom_version_id = ? order by slot.id, candidate.id`,
      )
      .raw()
      .all(version);
  expect(contents(6)).toEqual(contents(1));
  expect(contents(6).length).toBeGreaterThan(2);
});

test("the copy relies on its source, so no slot is written meanwhile, and on its product", async () => {
  await copyBomVersion(context, whole);
  expect(relied()).toEqual(
    expect.arrayContaining([
      ["Product", 4, 1],
      ["BomVersion", 1, 1],
    ]),
  );
});

test("the copy has the status that is sent", async () => {
  const { versions } = await copyBomVersion(context, { ...whole, status: "Released" });
  expect(versions.find(({ minor }) => minor === 1)).toMatchObject({ status: "Released" });
});

test("names are not case sensitive, and a BoM is found in its own product", async () => {
  const { id } = await copyBomVersion(context, {
    ...whole,
    parentProductName: "PUMP",
    bom: "mAIN",
  });
  expect(id).toBe(1);
  const elsewhere = copyBomVersion(context, { ...whole, parentProductName: "Ring" });
  expect(await refusedWith(elsewhere)).toEqual(
    atFault("not_found", "No BoM of Ring is named Main.", "/bom"),
  );
});

test("unknown names and a number that the BoM has are refused", async () => {
  const cases = [
    [{ parentProductName: "Fan" }, "not_found", "/parentProductName", "No product is named Fan."],
    [{ bom: "Side" }, "not_found", "/bom", "No BoM of Pump is named Side."],
    [{ from: numbered(7) }, "not_found", "/from", "The BoM Main of Pump has no version 7.0."],
    [{ to: numbered(2) }, "duplicate", "/to", "The BoM Main of Pump already has a version 2.0."],
  ] as const;
  for (const [fields, code, pointer, detail] of cases) {
    const refused = copyBomVersion(context, { ...whole, ...fields });
    expect(await refusedWith(refused)).toEqual(atFault(code, detail, pointer));
  }
});

test("a BoM has at most 200 versions", async () => {
  for (let minor = 1; minor <= 198; minor++)
    database.exec(row("bom_version", { bom_id: 1, major: 9, minor, status: "Draft" }));
  const refused = copyBomVersion(context, whole);
  expect(await refusedWith(refused)).toMatchObject(
    atFault("too_many", "The record would have 201 versions; the maximum is 200.", "/to"),
  );
});
