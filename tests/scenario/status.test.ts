import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { expectRefused } from "./refused.ts";
import { ofMaterial, receiver, start, webhooksOf } from "./webhook-plant.ts";

const plant = await openPlant();
const { create, deliver, newItem } = webhooksOf(plant);

const getStatus = async () => (await plant.post("/api/Status/Get", {})).body;
const iso = (time: number) => new Date(time).toISOString();

test("names the last change, and counts those since the last seal", async () => {
  plant.now = start;
  await newItem();
  const [last] = await plant.sql("select max(seq) as seq from change_log");
  const [sealed] = await plant.sql("select coalesce(max(last_seq), 0) as seq from seal");
  expect(await getStatus()).toMatchObject({
    at: iso(start),
    lastChangeID: last!["seq"],
    lastChangeAt: iso(start),
    unsealedChanges: Number(last!["seq"]) - Number(sealed!["seq"]),
    unsealedSince: expect.any(String),
  });
});

test("counts the events that wait for a receiver, and since when", async () => {
  plant.now = start;
  await create(ofMaterial);
  expect(await getStatus()).toMatchObject({
    pendingEvents: 0,
    deadEvents: 0,
    eventsDueSince: null,
  });
  const item = await newItem();
  plant.now += 60_000;
  await item.adjust();
  // No process has read the changes for the webhook yet.
  expect(await getStatus()).toMatchObject({ pendingEvents: 0, eventsDueSince: iso(start) });
  const { send } = receiver(() => ({ status: 500 }));
  await deliver(send);
  expect(await getStatus()).toMatchObject({
    at: iso(start + 60_000),
    pendingEvents: 2,
    deadEvents: 0,
    eventsDueSince: iso(start + 60_000),
  });
});

test("is for administrators", async () => {
  const send = () => plant.post("/api/Status/Get", {}, { key: plant.keys.engineer });
  await expectRefused(plant, send, [403, "forbidden"]);
});
