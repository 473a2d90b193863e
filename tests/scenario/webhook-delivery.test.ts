import type { DeliveryOptions, Outgoing } from "@asbuilt/http";
import { describe, expect, test, vi } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf } from "./assembly.ts";
import { hour, ofMaterial, receiver, start, subjects, webhooksOf } from "./webhook-plant.ts";

const plant = await openPlant();
const { create, deliver, listed, newItem, upsert } = webhooksOf(plant);

test("an event that fails holds back later ones of its record, and no others", async () => {
  plant.now = start;
  await create(ofMaterial);
  const failing = await newItem();
  const sound = await newItem();
  await failing.adjust();
  await sound.adjust();
  let isDown = true;
  const { send, taken, calls } = receiver(({ subject }) =>
    isDown && subject === failing.subject ? { status: 500 } : { status: 200 },
  );
  await deliver(send);
  expect(subjects(taken)).toEqual([sound.subject, sound.subject]);
  expect(calls).toHaveLength(3);
  isDown = false;
  await deliver(send);
  expect(calls).toHaveLength(3);
  plant.now += 6000;
  await deliver(send);
  expect(taken.slice(2).map(({ type }) => type)).toEqual([
    "asbuilt.material.received.v1",
    "asbuilt.material.adjusted.v1",
  ]);
});

test("however many events of a record wait for one that fails, those of others continue", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const { parent, child } = await assembly(plant, { stock: 1000 });
  const lines = Array.from({ length: 600 }, () => buildOf(parent, child));
  await plant.done("put", "/api/Build/BuildMany", { lines });
  const sound = await newItem();
  const { send, taken } = receiver(({ subject }) => ({
    status: subject === sound.subject ? 200 : 500,
  }));
  await deliver(send);
  expect(subjects(taken)).toEqual([sound.subject]);
  expect(await listed(id)).toMatchObject({ pending: 1202 });
  await expectIdle(id, send);
  // The same holds if they are replayed together.
  await plant.sql("update webhook_delivery set state = 'dead' where webhook_id = ?", id);
  await plant.done("put", "/api/Webhook/Replay", { id });
  await deliver(send);
  expect(await listed(id)).toMatchObject({ pending: 1202, dead: 0 });
  await sound.adjust();
  await deliver(send);
  expect(subjects(taken)).toEqual([sound.subject, sound.subject]);
  await expectIdle(id, send);
});

/** Expects that no process takes the webhook while nothing is due. */
async function expectIdle(id: number, send: DeliveryOptions["send"]): Promise<void> {
  const lease = () => plant.sql("select * from webhook_progress where webhook_id = ?", id);
  const before = await lease();
  await deliver(send);
  expect(await lease()).toEqual(before);
}

test("where events of too many records are pending, the log keeps the later ones", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const pending = (count: number) =>
    plant.sql(
      `insert into webhook_delivery
        (webhook_id, seq, subject, state, attempts, listed_at, next_at)
      select ?, seq, 'Record/' || seq, 'pending', 1, ?, ? from change_log order by seq limit ?`,
      id,
      start,
      start + hour,
      count,
    );
  await pending(601);
  const sound = await newItem();
  const { send, taken } = receiver();
  await expectIdle(id, send);
  const before = await listed(id);
  await sound.adjust();
  expect(await listed(id)).toMatchObject({ pending: 601, behind: before.behind + 1 });
  await plant.sql("delete from webhook_delivery where webhook_id = ? and seq < 100", id);
  await deliver(send);
  expect(await listed(id)).toMatchObject({ behind: 0 });
  expect(subjects(taken)).toEqual([sound.subject, sound.subject]);
});

test("the event that has been due longest is delivered first", async () => {
  plant.now = start;
  await create(ofMaterial);
  const busy = await newItem();
  await busy.adjust();
  const sound = await newItem();
  const { send, taken } = receiver();
  await deliver(
    (outgoing) => {
      plant.now! += 1000;
      return send(outgoing);
    },
    { concurrentCallsMax: 1 },
  );
  expect(subjects(taken)).toEqual([busy.subject, sound.subject, busy.subject]);
});

test("no more calls are made than are allowed, and none begins once the delivery is to end", async () => {
  await create(ofMaterial);
  const { adjust } = await newItem();
  await adjust();
  await adjust();
  const { send, taken } = receiver();
  await deliver(send, { callsMax: 2 });
  expect(taken).toHaveLength(2);
  const stopping = new AbortController();
  await adjust();
  const stop = (outgoing: Outgoing) => {
    stopping.abort();
    return send(outgoing);
  };
  await deliver(stop, { signal: stopping.signal });
  expect(taken).toHaveLength(3);
  await deliver(send);
  expect(taken).toHaveLength(4);
});

test("calls begin for 14 s, even if the clock is set back in the meantime", async () => {
  plant.now = start;
  await create(ofMaterial);
  await newItem();
  await newItem();
  const { send, taken } = receiver();
  const [clock, lasting] = [Date.now(), performance.now()];
  await deliver(
    (outgoing) => {
      vi.spyOn(Date, "now").mockReturnValue(clock - hour);
      vi.spyOn(performance, "now").mockReturnValue(lasting + 15_000);
      return send(outgoing);
    },
    { concurrentCallsMax: 1 },
  );
  vi.restoreAllMocks();
  expect(taken).toHaveLength(1);
});

test("a receiver that refuses everything leaves others their share of few calls", async () => {
  await create({ ...ofMaterial, url: "https://erp.example/refuses" });
  await create({ ...ofMaterial, url: "https://erp.example/takes" });
  for (let item = 0; item < 6; item++) await newItem();
  const { send, calls } = receiver();
  const refuse = async (outgoing: Outgoing) => {
    const outcome = await send(outgoing);
    return outgoing.url.endsWith("refuses") ? { status: 500 } : outcome;
  };
  const few = { concurrentCallsMax: 3, callsMax: 3 };
  for (const chance of [0, 0.5, 0.999]) await deliver(refuse, { ...few, chance: () => chance });
  const taken = calls.filter(({ url }) => url.endsWith("takes"));
  expect([calls.length, taken.length]).toEqual([9, 6]);
});

test("calls that one webhook does not need are left for the next", async () => {
  await create({ types: ["asbuilt.bom.*"] });
  await create(ofMaterial);
  await newItem();
  const { send, taken } = receiver();
  await deliver(send, { callsMax: 2, chance: () => 0 });
  expect(taken).toHaveLength(1);
});

// docs/reference/configuration.md names these numbers. The cron's other tasks send about 7 queries.
describe.runIf(plant.database.batches)("n calls take at most 25 + 3 n subrequests of D1", () => {
  /** Delivers, and returns the number of subrequests. Each statement of a batch counts as one. */
  const subrequests = async (callsMax: number) => {
    const { send, calls } = receiver();
    let asked = 0;
    plant.database.batches!.through = (trip) => {
      asked += trip.statements.length;
      return trip.send();
    };
    await deliver(send, { concurrentCallsMax: 6, callsMax });
    plant.database.batches!.through = undefined;
    expect(calls.length).toBeGreaterThan(0);
    return asked + calls.length;
  };

  test("for several webhooks", async () => {
    for (let webhook = 0; webhook < 10; webhook++) await create(ofMaterial);
    for (let item = 0; item < 12; item++) await newItem();
    for (let round = 0; round < 4; round++) expect(await subrequests(6)).toBeLessThanOrEqual(43);
  });

  test("for events of one record, which are called one by one", async () => {
    await create(ofMaterial);
    const { adjust } = await newItem();
    for (let event = 0; event < 40; event++) await adjust();
    expect(await subrequests(6)).toBeLessThanOrEqual(43);
    expect(await subrequests(25)).toBeLessThanOrEqual(100);
  });
});

test("a webhook that is active again sends a long backlog in order", async () => {
  plant.now = start;
  const { id } = await create(ofMaterial);
  const first = await newItem();
  const { parent, child } = await assembly(plant, { stock: 1000 });
  const lines = Array.from({ length: 250 }, () => buildOf(parent, child));
  await plant.done("put", "/api/Build/BuildMany", { lines });
  await first.adjust();
  await deliver(receiver(() => ({ status: 503 })).send);
  plant.now += hour;
  await upsert({ id, isActive: false });
  await upsert({ id, isActive: true });
  await first.adjust();
  const { send, taken } = receiver();
  await deliver(send);
  const ids = taken.filter(({ subject }) => subject === first.subject).map((event) => event.id);
  expect(ids).toHaveLength(3);
  expect(ids).toEqual(ids.toSorted((one, another) => Number(one) - Number(another)));
});

test("an event that was sent and not yet recorded as delivered is sent again", async () => {
  plant.now = start;
  await create(ofMaterial);
  const { subject } = await newItem();
  // The process ends after the receiver has answered.
  const crash = () => Promise.reject(new Error("The process has ended."));
  await deliver(crash);
  const { send, taken } = receiver();
  await deliver(send);
  expect(taken).toEqual([]);
  plant.now += 61_000;
  await deliver(send);
  expect(subjects(taken)).toEqual([subject]);
});

test("several processes deliver each event once", async () => {
  await create(ofMaterial);
  const items = [];
  for (let count = 0; count < 12; count++) items.push((await newItem()).subject);
  const { send, taken } = receiver();
  // Another process delivers while the first one waits for an answer.
  const meanwhile = async (outgoing: Outgoing) => {
    await deliver(send);
    return send(outgoing);
  };
  await Promise.all(Array.from({ length: 4 }, () => deliver(meanwhile)));
  await deliver(send);
  expect(subjects(taken).toSorted()).toEqual(items.toSorted());
});
