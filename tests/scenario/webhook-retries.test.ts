import type { SendResult, Outgoing } from "@asbuilt/http";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { hour, ofMaterial, receiver, start, subjects, webhooksOf } from "./webhook-plant.ts";

const plant = await openPlant();
const { create, deadLetters, deliver, listed, newItem, upsert } = webhooksOf(plant);

test("the error of a webhook is that of the last attempt", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const first = await newItem();
  await newItem();
  let status = 501;
  const { send } = receiver(({ subject }) => ({
    status: subject === first.subject ? status : 502,
  }));
  // The second one is tried later, so its next try is also later.
  await deliver(send, { callsMax: 1 });
  plant.now += 2000;
  await deliver(send);
  expect((await listed(id)).error).toBe("The receiver responded with 502.");
  status = 503;
  plant.now += 3000;
  await deliver(send);
  expect((await listed(id)).error).toBe("The receiver responded with 503.");
});

describe("where the clock was ahead and is set right", () => {
  test("events that failed, and events not tried yet, are tried immediately", async () => {
    plant.now = start + 3 * hour;
    await create(ofMaterial);
    const { subject: failing } = await newItem();
    const { subject: untried } = await newItem();
    const { send, taken } = receiver(() => ({ status: plant.now! > start ? 500 : 200 }));
    await deliver(send, { callsMax: 1 });
    plant.now = start;
    await deliver(send);
    // Events of different records are called at the same time.
    expect(subjects(taken).toSorted()).toEqual([failing, untried].toSorted());
  });

  test("they are also if the clock is set right during a delivery", async () => {
    plant.now = start + 3 * hour;
    await create(ofMaterial);
    const { subject: failing } = await newItem();
    const { subject: sound } = await newItem();
    const { subject: untried } = await newItem();
    const { send, taken } = receiver(() => ({ status: plant.now! > start ? 500 : 200 }));
    const setRight = (outgoing: Outgoing) => {
      if (outgoing.body.includes(sound)) plant.now = start;
      return send(outgoing);
    };
    await deliver(setRight, { concurrentCallsMax: 1, callsMax: 2 });
    expect(subjects(taken)).toEqual([sound]);
    await deliver(send);
    expect(subjects(taken).toSorted()).toEqual([sound, failing, untried].toSorted());
  });

  test("later tries come after pauses, and for 24 hours, as usual", async () => {
    plant.now = start + 3 * hour;
    const { id } = await create(ofMaterial);
    const { adjust } = await newItem();
    await adjust();
    const { send, calls } = receiver(() => ({ status: 500 }));
    await deliver(send);
    plant.now = start;
    for (let round = 0; round < 3; round++) await deliver(send);
    expect(calls).toHaveLength(2);
    plant.now += 30_000;
    await deliver(send);
    expect(calls).toHaveLength(3);
    plant.now = start + 24 * hour;
    await deliver(send);
    expect(await listed(id)).toMatchObject({ pending: 0, dead: 2 });
  });

  test("the events that a killed process had taken are another one's", async () => {
    plant.now = start + 3 * hour;
    await create(ofMaterial);
    const { subject } = await newItem();
    await beginAndHang();
    plant.now = start;
    const { send, taken } = receiver();
    await deliver(send);
    expect(subjects(taken)).toEqual([subject]);
  });
});

/** Begins to deliver, like a process that is killed before it gets an answer. */
async function beginAndHang(): Promise<void> {
  const called = Promise.withResolvers<void>();
  const never = Promise.withResolvers<SendResult>();
  void deliver(() => {
    called.resolve();
    return never.promise;
  });
  await called.promise;
}

test("a webhook belongs to the process that delivers for a minute, even if clocks differ", async () => {
  plant.now = start;
  await create(ofMaterial);
  await newItem();
  await beginAndHang();
  const { send, taken } = receiver();
  for (const differs of [-59_000, -1000, 0, 1000, 59_000]) {
    plant.now = start + differs;
    await deliver(send);
  }
  expect(taken).toEqual([]);
  plant.now = start + 60_000;
  await deliver(send);
  expect(taken).toHaveLength(1);
});

test("an event is given up 24 hours after it was due, even if it waited", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const { adjust } = await newItem();
  const { send, calls } = receiver(() => ({ status: 500 }));
  await deliver(send);
  plant.now += hour;
  await adjust();
  await deliver(send);
  expect(await listed(id)).toMatchObject({ pending: 2, dead: 0 });
  plant.now += 24 * hour;
  await deliver(send);
  // The first one was tried again after an hour, and the one that waited for it is tried once.
  expect(calls).toHaveLength(4);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 2 });
});

test("dead letters of one record are replayed in their order", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const { adjust } = await newItem();
  await adjust();
  const receiving = receiver(() => ({ status: plant.now! <= start + 24 * hour ? 500 : 200 }));
  await deliver(receiving.send);
  plant.now += 24 * hour;
  await deliver(receiving.send);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 2 });
  await plant.done("put", "/api/Webhook/Replay", { id });
  await adjust();
  const called = receiving.calls.length;
  await deliver(receiving.send);
  // The first one fails once more, and the others wait for it.
  expect(receiving.calls).toHaveLength(called + 1);
  plant.now += 6000;
  await deliver(receiving.send);
  const places = receiving.taken.map((event) => Number(event.id));
  expect(places).toHaveLength(3);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

test("an event is tried for 24 hours, is then a dead letter, and can be replayed", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const { subject, adjust } = await newItem();
  let status = 503;
  const { send, taken, calls } = receiver(() => ({ status }));
  const times: number[] = [];
  while ((await listed(id)).dead === 0) {
    await deliver(send);
    times.push(plant.now - start);
    const [next] = await plant.sql("select min(next_at) as at from webhook_delivery");
    // Nothing is sent before it is due.
    plant.now = Number(next!["at"]) - 1;
    await deliver(send);
    plant.now++;
  }
  expect(calls).toHaveLength(times.length);
  expect(times.at(-1)).toBe(24 * hour);
  expect(times.length).toBeGreaterThan(10);
  const [letter] = await deadLetters(id);
  expect(letter).toMatchObject({
    subject,
    attempts: times.length,
    error: "The receiver responded with 503.",
    firstAt: new Date(start).toISOString(),
  });
  // A dead letter does not block later events.
  status = 200;
  await adjust();
  await deliver(send);
  expect(taken.map(({ type }) => type)).toEqual(["asbuilt.material.adjusted.v1"]);
  await plant.done("put", "/api/Webhook/Replay", { id, seqs: [letter.seq] });
  expect(await listed(id)).toMatchObject({ dead: 0, pending: 1 });
  await deliver(send);
  expect(taken.map((event) => event.id)).toContain(String(letter.seq));
  expect(await deadLetters(id)).toEqual([]);
  // An event has one id however often it is sent, so that a receiver recognizes it.
  const ids = new Set(calls.map(({ headers }) => headers["webhook-id"]));
  const idOf = ({ id: seq, data }: (typeof taken)[number]) =>
    `msg_${id}_${seq}_${data.operationID}`;
  expect(ids).toEqual(new Set(taken.map(idOf)));
});

test("dead letters come in pages", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  await newItem();
  await newItem();
  const { send } = receiver(() => ({ status: 500 }));
  await deliver(send);
  plant.now += 24 * hour;
  await deliver(send);
  const both = await deadLetters(id);
  expect(both).toHaveLength(2);
  const first = await plant.post("/api/Webhook/DeadLetters?limit=1", { id });
  expect(first.body).toEqual(both.slice(0, 1));
  const next = /<(.+)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  expect((await plant.post(next, { id })).body).toEqual(both.slice(1));
});

test("a receiver that is gone is called no more until it is active again", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  await newItem();
  let status = 410;
  const { calls, send } = receiver(() => ({ status }));
  await deliver(send);
  plant.now += hour;
  await newItem();
  await deliver(send);
  expect(calls).toHaveLength(1);
  expect(await listed(id)).toMatchObject({
    isActive: false,
    error: "The receiver responded with 410.",
  });
  const { body } = await plant.post("/api/History/List", { entity: "Webhook", id });
  expect(body.at(-1)).toMatchObject({
    action: "deactivated",
    userID: null,
    after: { isActive: false },
  });
  // The events that waited have their full time again.
  plant.now += 25 * hour;
  await upsert({ id, isActive: true });
  status = 500;
  await deliver(send);
  expect(calls).toHaveLength(3);
  expect(await listed(id)).toMatchObject({ pending: 2, dead: 0 });
});

test("a receiver that says that it is gone ends no calls to another one", async () => {
  const { id } = await create(ofMaterial);
  await newItem();
  const url = "https://erp.example/moved";
  const { send, calls } = receiver(() => ({ status: 410 }));
  await deliver(
    async (outgoing) => {
      if (calls.length === 0) await upsert({ id, url });
      return send(outgoing);
    },
    { callsMax: 1 },
  );
  expect(await listed(id)).toMatchObject({ isActive: true, url });
});
