import { sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import { deliverDue, type DeliveryOptions, type SendResult, type Outgoing } from "@asbuilt/http";
import { CloudEvent } from "cloudevents";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openPlant } from "#plant";
import { assembly, buildOf } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();
const { executor } = plant.database;
const hour = 3_600_000;
const start = Date.UTC(2030, 0, 1);

/** A receiver that knows its secret, and what it was sent. */
function receiver(answer: (event: Event) => SendResult = () => ({ status: 204 })) {
  const taken: Event[] = [];
  const calls: Outgoing[] = [];
  return {
    taken,
    calls,
    send: (outgoing: Outgoing): Promise<SendResult> => {
      calls.push(outgoing);
      // This service has made it.
      const event = JSON.parse(outgoing.body) as Event;
      const outcome = answer(event);
      if ("status" in outcome && outcome.status < 300) taken.push(event);
      return Promise.resolve(outcome);
    },
  };
}
interface Event {
  readonly id: string;
  readonly subject: string;
  readonly type: string;
  readonly data: { readonly operationID: string };
}

const made: number[] = [];
const upsert = async (fields: object) => {
  const body = await plant.done("put", "/api/Webhook/Upsert", fields);
  if (!made.includes(body.id)) made.push(body.id);
  return body;
};
const create = (fields: object = {}) => upsert({ url: "https://erp.example/hook", ...fields });
const listed = async (id: number) => (await plant.post("/api/Webhook/List", { id })).body[0];
const deadLetters = async (id: number) =>
  (await plant.post("/api/Webhook/DeadLetters", { id })).body;

/** Delivers everything that is due by the plant's clock. */
const deliver = async (
  send: (outgoing: Outgoing) => Promise<SendResult>,
  options: Partial<DeliveryOptions> = {},
) => {
  const now = () => plant.now ?? Date.now();
  const log = (entry: (typeof plant.log)[number]) => plant.log.push(entry);
  const { done } = await deliverDue({ executor, now, log, send, chance: () => 0.5, ...options });
  await done;
};

/** Makes an item, with a function that changes it. */
const newItem = async () => {
  const { Name: productName } = await plant.product();
  const { id } = await plant.receive({ productName, qty: 10 });
  const adjust = () =>
    plant.done("post", "/api/MaterialItem/ItemAdjust", {
      materialitemid: id,
      adjustqty: 1,
      reasonSUID: "COUNT",
    });
  return { subject: `MaterialItem/${id}`, adjust };
};

const ofMaterial = { types: ["asbuilt.material.*"] };
const subjects = (events: readonly Event[]) => events.map(({ subject }) => subject);

// Each test makes its own receivers.
afterEach(async () => {
  plant.now = undefined;
  for (const id of made.splice(0)) await plant.delete("/api/Webhook/Delete", { id });
});

test("a webhook receives the events after its creation, signed as in Standard Webhooks", async () => {
  const before = await newItem();
  const { id, secret } = await create({ ...ofMaterial, description: "Stock" });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { subject, adjust } = await newItem();
  await adjust();
  const { send, taken, calls } = receiver();
  await deliver(send);
  expect(taken.map(({ type }) => type)).toEqual([
    "asbuilt.material.received.v1",
    "asbuilt.material.adjusted.v1",
  ]);
  expect(subjects(taken)).toEqual([subject, subject]);
  expect(subjects(taken)).not.toContain(before.subject);
  for (const { body, headers, url } of calls) {
    expect(url).toBe("https://erp.example/hook");
    expect(headers["Content-Type"]).toBe("application/cloudevents+json; charset=utf-8");
    const event = new Webhook(secret).verify(body, { ...headers }) as object;
    expect(new CloudEvent(event, true).validate()).toBe(true);
    expect(() => new Webhook("whsec_AAAA").verify(body, { ...headers })).toThrow("signature");
  }
  expect(await listed(id)).toMatchObject({
    description: "Stock",
    pending: 0,
    behind: 0,
    dead: 0,
    error: null,
  });
  await deliver(send);
  expect(taken).toHaveLength(2);
});

/** Returns the anchor in each call; undefined if it has none. */
const anchorsIn = (calls: readonly Outgoing[]) =>
  calls.map(({ headers }) => {
    const header = headers["Asbuilt-Anchor"];
    return header === undefined ? undefined : JSON.parse(header);
  });

test("each call carries the newest seal of the record once there is one, with its own signature", async () => {
  const key = await sealingKeyOf(Buffer.alloc(32, 7).toString("base64"));
  const { id, secret } = await create(ofMaterial);
  const { adjust } = await newItem();
  const { calls, send } = receiver();
  plant.receiver = send;
  const callTwice = async () => {
    await deliver(send);
    await plant.done("put", "/api/Webhook/Test", { id });
    return calls.splice(0);
  };
  expect(anchorsIn(await callTwice())).toEqual([undefined, undefined]);

  for (let seals = 0; seals < 2; seals++) {
    await adjust();
    await sealLog(executor, { sha256: webSha256, key, now: Date.now });
    const anchor = await plant.done("post", "/api/Audit/Anchor", {});
    const [last] = await plant.sql("select max(seq) as seq from change_log");
    expect(anchor).toMatchObject({ lastSeq: last!["seq"], publicKey: key.publicKey });
    const calledWith = await callTwice();
    expect(anchorsIn(calledWith)).toEqual([anchor, anchor]);
    // The sealing key signs the anchor. The secret signs the call without it.
    expect(anchor.signature).toBe(await key.sign(anchor.hash));
    for (const { body, headers } of calledWith) {
      const { "Asbuilt-Anchor": _, ...others } = headers;
      expect(new Webhook(secret).verify(body, others)).toEqual(JSON.parse(body));
    }
  }
});

test("a round reads the newest seal once for all of its calls, and not at all without a call", async () => {
  let reads = 0;
  const read: Executor["read"] = (statements) => {
    reads += statements.filter(({ sql }) => sql.includes("from seal ")).length;
    return executor.read(statements);
  };
  const { calls, send } = receiver();
  const round = () => deliver(send, { executor: { ...executor, read }, concurrentCallsMax: 2 });
  const { adjust } = await newItem();
  await round();
  await create({ types: ["asbuilt.bom.*"] });
  await adjust();
  await round();
  expect([calls.length, reads]).toEqual([0, 0]);
  for (let webhook = 0; webhook < 2; webhook++) await create(ofMaterial);
  for (let event = 0; event < 5; event++) await adjust();
  await round();
  expect([calls.length, reads]).toEqual([10, 1]);
});

/** Makes an event of each kind of record that only administrators change. */
const administer = async () => {
  const { id } = await create({ url: "https://other.example/secret-path?token=hidden" });
  await upsert({ id, url: "https://other.example/next-path?token=hidden" });
  const user = plant.unique("user");
  await plant.done("put", "/api/User/Upsert", { SUID: user, name: user });
  await plant.done("post", "/api/ApiKey/Create", { name: "reader", user, role: "viewer" });
};
const resources = (events: readonly Event[]) =>
  new Set(events.map(({ type }) => type.split(".")[1]));

test.for([
  [undefined, ["material", "product"]],
  [["asbuilt.*"], ["material", "product"]],
  [
    ["*", "asbuilt.u*"],
    ["material", "product"],
  ],
  [
    ["asbuilt.apiKey.*", "asbuilt.user.created.v1", "asbuilt.webhook.*"],
    ["apiKey", "user", "webhook"],
  ],
  [
    ["asbuilt.*", "asbuilt.apiKey.created.v1"],
    ["apiKey", "material", "product"],
  ],
] as const)(
  "a webhook with the types %o gets administrators' events only if they are named",
  async ([types, expected]) => {
    plant.now = start;
    const { id } = await create({ types });
    await administer();
    await newItem();
    const { send, taken, calls } = receiver();
    await deliver((outgoing) =>
      outgoing.url.includes("other.example") ? Promise.resolve({ status: 204 }) : send(outgoing),
    );
    expect(resources(taken)).toEqual(new Set(expected));
    expect(await listed(id)).toMatchObject({ pending: 0, behind: 0 });
    const sent = calls.map(({ body }) => body).join("");
    expect(sent).not.toMatch(/other\.example|hidden|whsec_/);
  },
);

test("an administrators' event that waited for a webhook without types is not sent", async () => {
  plant.now = start;
  const { id } = await create({ types: ["asbuilt.user.*"] });
  await administer();
  const { send, calls } = receiver(() => ({ status: 500 }));
  await deliver(send);
  expect(calls).toHaveLength(1);
  await upsert({ id, types: null });
  plant.now += hour;
  await deliver(send);
  expect(calls).toHaveLength(1);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 0 });
});

test("a secret is shown once, and never logged", async () => {
  const headers = { "Idempotency-Key": plant.unique("key") };
  const body = { url: "https://erp.example/once" };
  const first = (await plant.put("/api/Webhook/Upsert", body, { headers })).body;
  made.push(first.id);
  const again = (await plant.put("/api/Webhook/Upsert", body, { headers })).body;
  expect(again).toEqual({ ...first, secret: null });
  expect((await upsert({ id: first.id, description: "x" })).secret).toBeNull();
  expect(await listed(first.id)).not.toHaveProperty("secret");
  const [kept] = await plant.sql(
    "select count(*) as n from change_log where coalesce(after, '') || coalesce(before, '') like '%whsec%'",
  );
  expect(kept).toEqual({ n: 0 });
  const log = JSON.stringify(plant.log);
  expect(log).not.toContain("whsec_");
});

test("a secret that is replaced signs together with the new one for 24 hours", async () => {
  plant.now = start;
  const { id, secret: old } = await create(ofMaterial);
  const { secret } = await upsert({ id, rotateSecret: true });
  expect(secret).not.toBe(old);
  const { send, calls } = receiver();
  await newItem();
  await deliver(send);
  plant.now += 25 * hour;
  await newItem();
  await deliver(send);
  await upsert({ id, rotateSecret: true });
  await upsert({ id, rotateSecret: true });
  await newItem();
  await deliver(send);
  const count = ({ headers }: Outgoing) => headers["webhook-signature"]!.split(" ").length;
  expect(calls.map(count)).toEqual([2, 1, 2]);
  const unstamped = ({ body, headers }: Outgoing, by: string) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    const signature = new Webhook(by).sign(headers["webhook-id"]!, at, body);
    return headers["webhook-signature"]!.split(" ").includes(signature);
  };
  expect([unstamped(calls[0]!, old), unstamped(calls[0]!, secret)]).toEqual([true, true]);
  expect([unstamped(calls[1]!, old), unstamped(calls[1]!, secret)]).toEqual([false, true]);
});

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

// docs/configuration.md names these numbers. The cron's other tasks send about 7 queries.
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

test("a change of a webhook takes effect from the next call on", async () => {
  const { id } = await create(ofMaterial);
  const { adjust } = await newItem();
  await adjust();
  await adjust();
  const { send, calls } = receiver();
  await deliver(async (outgoing) => {
    if (calls.length === 0) await upsert({ id, url: "https://erp.example/moved" });
    if (calls.length === 1) await upsert({ id, isActive: false });
    return send(outgoing);
  });
  const urls = calls.map(({ url }) => url);
  expect(urls).toEqual(["https://erp.example/hook", "https://erp.example/moved"]);
});

test("types that are widened while the log is read apply to later events", async () => {
  const { id } = await create({ types: ["asbuilt.bom.*"] });
  await newItem();
  const { send, taken } = receiver();
  let subject: string | undefined;
  const read: Executor["read"] = async (statements) => {
    // The webhook and its types have been read by now.
    const isLookingOn = statements.some(({ sql }) => sql.startsWith('select "change_log"'));
    if (isLookingOn && subject === undefined) {
      await upsert({ id, types: null });
      ({ subject } = await newItem());
    }
    return executor.read(statements);
  };
  await deliver(send, { executor: { ...executor, read } });
  await deliver(send);
  expect(subject).toBeDefined();
  expect(subjects(taken)).toContain(subject);
});

test("an event that waits and is no longer of a webhook's types is not sent", async () => {
  plant.now = start;
  const { id } = await create({ types: ["asbuilt.product.*", "asbuilt.material.*"] });
  const { subject } = await newItem();
  await deliver(receiver(() => ({ status: 500 })).send);
  expect((await listed(id)).pending).toBe(2);
  await upsert({ id, types: ["asbuilt.material.*"] });
  plant.now += hour;
  const { send, calls, taken } = receiver();
  await deliver(send);
  expect(subjects(taken)).toEqual([subject]);
  expect(calls).toHaveLength(1);
  expect(await listed(id)).toMatchObject({ pending: 0, dead: 0 });
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

test("a trial call returns its outcome, and is not logged", async () => {
  const { id, secret } = await create();
  plant.receiver = receiver(() => ({ status: 302 })).send;
  const trial = async () => (await plant.put("/api/Webhook/Test", { id })).body;
  expect(await trial()).toEqual({
    isDelivered: false,
    status: 302,
    error: "The receiver responded with 302: redirects are not followed.",
  });
  const { send, calls } = receiver();
  plant.receiver = send;
  const before = await plant.sql("select max(seq) as seq from change_log");
  expect(await trial()).toEqual({ isDelivered: true, status: 204, error: null });
  const [{ url, body, headers }] = calls as [Outgoing];
  expect(url).toBe("https://erp.example/hook");
  expect(new Webhook(secret).verify(body, { ...headers })).toMatchObject({
    type: "asbuilt.webhook.tested.v1",
  });
  expect(await plant.sql("select max(seq) as seq from change_log")).toEqual(before);
});

test("a webhook is updated, sent back as it was listed, and deleted with all of its events", async () => {
  const { id } = await create({ types: ["asbuilt.bom.*"] });
  await plant.bom({ parentProductName: (await plant.product()).Name });
  await deliver(() => Promise.resolve({ status: 500 }));
  const record = await listed(id);
  expect(record).toMatchObject({ pending: 1, error: "The receiver responded with 500." });
  expect(await upsert({ ...record, types: null })).toEqual({
    ...record,
    revNo: 2,
    types: null,
    secret: null,
  });
  await plant.done("delete", "/api/Webhook/Delete", { id });
  expect(await listed(id)).toBeUndefined();
  for (const table of ["delivery", "progress", "secret"]) {
    const rows = await plant.sql(`select 1 from webhook_${table} where webhook_id = ?`, id);
    expect(rows, table).toEqual([]);
  }
});

test.for<[field: string, value: unknown]>([
  ["url", "ftp://erp.example"],
  ["url", "https://user:word@erp.example"],
  ["url", "https://erp.example/#part"],
  ["url", "not a url"],
  ["url", "http://erp.example"],
  ["url", "https://localhost/hook"],
  ["url", "https://erp.internal"],
  ["url", "https://127.0.0.1/hook"],
  ["url", "https://10.1.2.3"],
  ["url", "https://169.254.169.254/latest/meta-data"],
  ["url", "https://[::1]/"],
  ["url", "https://[fd00::1]/"],
  ["url", "https://[::ffff:10.0.0.1]/"],
  ["url", "https://2130706433/"],
  ["types", []],
  ["types/0", ["asbuilt.nothing.*"]],
])("a webhook refuses a %s of %o", async ([pointer, value]) => {
  const field = pointer.split("/", 1)[0]!;
  const send = () => plant.put("/api/Webhook/Upsert", { url: "https://a.example", [field]: value });
  await expectRefused(plant, send, [400, "validation_failed", `/${pointer}`]);
});

test.for(["Upsert", "Test", "Replay"])(
  "%s of a webhook that does not exist is 404",
  async (verb) => {
    const send = () => plant.put(`/api/Webhook/${verb}`, { id: 999_999 });
    await expectRefused(plant, send, [404, "not_found", "/id"]);
  },
);

test("dead letters of a webhook that does not exist are 404, and so is its deletion", async () => {
  const list = () => plant.post("/api/Webhook/DeadLetters", { id: 999_999 });
  await expectRefused(plant, list, [404, "not_found", "/id"]);
  const remove = () => plant.delete("/api/Webhook/Delete", { id: 999_999 });
  await expectRefused(plant, remove, [404, "not_found", "/id"]);
});
