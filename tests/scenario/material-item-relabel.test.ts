import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { nest } from "./nest.ts";
import { overtake } from "./overtake.ts";
import { expectRefused } from "./refused.ts";
import { textOfBytes } from "./texts.ts";
import { eventsOf } from "./traced.ts";

const plant = await openPlant();
const { receive, build } = await nest(plant);

const relabel = (id: number, newVisualSerialNo: unknown, comment: unknown = "Label lost") =>
  plant.put("/api/MaterialItem/Relabel", { id, newVisualSerialNo, comment });
/** An item that was built into another, and has a new serial since then. */
async function relabelled() {
  const [whole, part] = [await receive(), await receive({ batchNo: "B-1" })];
  expect((await build(whole, part, { builtQty: 2 })).status).toBe(200);
  const serial = plant.unique("NEW");
  const { status } = await relabel(part.id, serial);
  expect(status).toBe(200);
  return { whole, part, former: part.visualSerialNo as string, serial };
}

test("the former serial finds the item in its history, AsBuilt and WhereUsed, in any case", async () => {
  const { whole, part, former, serial } = await relabelled();
  const visualSerialNo = former.toLowerCase();
  const history = await plant.post("/api/MaterialItem/History", { visualSerialNo });
  expect(history.body).toEqual(
    (await plant.post("/api/MaterialItem/History", { id: part.id })).body,
  );
  expect(history.body.at(-1)).toMatchObject({
    action: "relabelled",
    comment: "Label lost",
    before: { visualSerialNo: former },
    after: { visualSerialNo: serial },
  });
  const used = await plant.post("/api/Genealogy/WhereUsed", { visualSerialNo });
  expect(used.body).toMatchObject([{ visualSerialNo: whole.visualSerialNo, qty: 2 }]);
  const inside = await plant.post("/api/Genealogy/AsBuilt", { visualSerialNo });
  expect([inside.status, inside.body]).toEqual([200, []]);
});

test("a former serial that another item has now leads to that item", async () => {
  const { part, former } = await relabelled();
  const next = await receive({ visualSerialNo: former });
  const { body } = await plant.post("/api/MaterialItem/History", { visualSerialNo: former });
  expect(body.map(({ id }: { id: number }) => id)).not.toContain(undefined);
  expect(body).toEqual((await plant.post("/api/MaterialItem/History", { id: next.id })).body);
  const both = { id: part.id, visualSerialNo: former };
  const send = () => plant.post("/api/Genealogy/WhereUsed", both);
  await expectRefused(plant, send, [404, "not_found"]);
});

test("no verb works on an item by its former serial", async () => {
  const { whole, part } = await relabelled();
  await expectRefused(plant, () => build(whole, part), [404, "not_found"]);
  const body = { visualSerialNo: part.visualSerialNo, location: "MAIN" };
  const move = () => plant.put("/api/MaterialItem/Move", body);
  await expectRefused(plant, move, [404, "not_found"]);
});

test("AsBuilt of an earlier time and EPCIS of an earlier event have the former serial", async () => {
  const start = Date.now() + 60_000;
  plant.now = start;
  const [whole, part] = [await receive(), await receive()];
  await build(whole, part, { builtQty: 2 });
  plant.now = start + 60_000;
  const serial = plant.unique("NEW");
  await relabel(part.id, serial);
  plant.now = undefined;
  const serialAt = async (at?: string) =>
    (await plant.post("/api/Genealogy/AsBuilt", { id: whole.id, at })).body[0].visualSerialNo;
  expect(await serialAt(new Date(start + 30_000).toISOString())).toBe(part.visualSerialNo);
  expect(await serialAt()).toBe(serial);
  const [received] = await eventsOf(plant, { visualSerialNo: serial });
  expect(JSON.stringify(received)).toContain(encodeURIComponent(part.visualSerialNo));
  expect(JSON.stringify(received)).not.toContain(serial);
});

test("the new serial is no other item's, and can be the item's own in another case", async () => {
  const [item, other] = [await receive(), await receive()];
  const duplicate = [409, "duplicate", "/newVisualSerialNo"] as const;
  const taken = other.visualSerialNo.toLowerCase();
  await expectRefused(plant, () => relabel(item.id, taken), duplicate);
  const own = item.visualSerialNo.toLowerCase();
  expect((await relabel(item.id, own)).body).toMatchObject({ id: item.id, visualSerialNo: own });
});

test("a relabelling needs a new serial of at most 250 bytes, and its reason", async () => {
  const { id } = await receive();
  const at = (field: string) => [400, "validation_failed", `/${field}`] as const;
  for (const serial of [undefined, "", textOfBytes(251)]) {
    await expectRefused(plant, () => relabel(id, serial), at("newVisualSerialNo"));
  }
  for (const comment of [null, "", textOfBytes(2001)]) {
    await expectRefused(plant, () => relabel(id, plant.unique("NEW"), comment), at("comment"));
  }
});

test("a receipt of the new serial that overtakes the relabelling keeps it", async () => {
  const item = await receive();
  const serial = plant.unique("NEW");
  const [late, received] = await overtake(
    plant,
    () => relabel(item.id, serial),
    () => receive({ visualSerialNo: serial }).then((body) => ({ status: 200, body })),
  );
  expect(received.status).toBe(200);
  expect(late.body).toMatchObject({ status: 409, code: "duplicate" });
});
