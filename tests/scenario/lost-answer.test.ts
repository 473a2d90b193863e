import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";

// On a file no answer can get lost between the database and the service.
const plant = await openPlant();
const { batches } = plant.database;
const lost = () => new Error("Network connection lost.");

/** Loses the answer to the next write, after it has committed. */
function loseNextAnswer(then: () => void = () => {}): void {
  if (!batches) return;
  batches.afterWrite = () => {
    batches.afterWrite = undefined;
    then();
    throw lost();
  };
}

/** Does some work before the next batch is written. */
function beforeNextWrite(work: () => Promise<void>): void {
  if (!batches) return;
  batches.beforeWrite = async () => {
    batches.beforeWrite = undefined;
    await work();
  };
}

const buildsInto = async (serial: string) =>
  plant.sql(
    `select count(*) as count from build
    where parent_id = (select id from material_item where visual_serial_no = ?)`,
    serial,
  );

describe("a write whose answer is lost after it committed", () => {
  test("builds once, and is answered as it was done", async () => {
    const { build, child, parent } = await assembly(plant);
    loseNextAnswer();
    const { status, body } = await build();
    expect(status).toBe(200);
    expect(body.child).toEqual(await itemNamed(plant, child));
    expect(body.child.actualQty).toBe(9);
    expect(await buildsInto(parent)).toEqual([{ count: 1 }]);
    const [{ seq }] = (await plant.sql(
      "select seq from change_log where action = 'builtInto' order by seq desc limit 1",
    )) as [{ seq: number }];
    expect(body.id).toBe(seq);
    await expectConservation(plant);
  });

  test("receives once, with the id that the item has", async () => {
    const { Name: productName } = await plant.product();
    loseNextAnswer();
    const item = await plant.receive({ productName, qty: 1 });
    expect(item).toEqual(await itemNamed(plant, item.visualSerialNo));
  });

  test("starts an order once, with the ids that its items have", async () => {
    const { Name: productName } = await plant.product();
    const { name: bom } = await plant.bom({ parentProductName: productName });
    const { id, orderNo } = await plant.worksOrder({ productName, bom, qty: 6 });
    loseNextAnswer();
    const { items } = await plant.done("put", "/api/WorksOrder/Start", { id });
    const idAndSerial = (item: { id: number; visualSerialNo: string }) => [
      item.id,
      item.visualSerialNo,
    ];
    const { body } = await plant.post("/api/MaterialItem/GetByFilter", { orderNo });
    expect(items.map(idAndSerial)).toEqual(body.map(idAndSerial));
    expect(items).toHaveLength(6);
  });

  test("stands, even if another one follows before it is repeated", async () => {
    const { build, child, parent } = await assembly(plant);
    let followed = 0;
    loseNextAnswer(() =>
      beforeNextWrite(async () => {
        followed = (await build()).status;
      }),
    );
    const { status, body } = await build();
    expect(status).toBe(200);
    expect(body.child.actualQty).toBe(9);
    const both = batches ? 2 : 1;
    expect(followed).toBe(batches ? 200 : 0);
    expect(await buildsInto(parent)).toEqual([{ count: both }]);
    expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 10 - both });
    await expectConservation(plant);
  });

  test("is done once, even if its first repetition is lost, too", async () => {
    const { build, parent } = await assembly(plant);
    loseNextAnswer(() => beforeNextWrite(() => Promise.reject(lost())));
    expect((await build()).status).toBe(200);
    expect(await buildsInto(parent)).toEqual([{ count: 1 }]);
    await expectConservation(plant);
  });
});

test("a write that is lost before it commits is done once", async () => {
  const { build, parent } = await assembly(plant);
  beforeNextWrite(() => Promise.reject(lost()));
  expect((await build()).status).toBe(200);
  expect(await buildsInto(parent)).toEqual([{ count: 1 }]);
  await expectConservation(plant);
});

test("a write that is lost before it commits, and then overtaken, is decided again", async () => {
  const { build } = await assembly(plant, { stock: 1 });
  let first = 0;
  beforeNextWrite(() => {
    beforeNextWrite(async () => {
      first = (await build()).status;
    });
    return Promise.reject(lost());
  });
  const { status, body } = await build();
  const expected = batches ? [200, 409, "item_status"] : [0, 200, undefined];
  expect([first, status, body.code]).toEqual(expected);
  await expectConservation(plant);
});
