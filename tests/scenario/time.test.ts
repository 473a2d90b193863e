import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, buildOf, consumption } from "./assembly.ts";
import { atTime } from "./at-time.ts";
import { nest } from "./nest.ts";
import { expectRefused } from "./refused.ts";
import { eventsOf } from "./traced.ts";

type Item = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

const plant = await openPlant();
const { product, front, receive } = await nest(plant);
const { Name: unitName } = await plant.product();
const bom = await plant.bom({ parentProductName: unitName });
const [operator, engineer] = [plant.keys.operator, plant.keys.engineer];

const hourMs = 3_600_000;
const timeOf = (at: number) => new Date(at).toISOString();
/** The time at which all these items are received or started, and a millisecond before it. */
const begun = Date.parse("2026-10-01T08:00:00Z");
const [then, tooEarly] = [timeOf(begun), timeOf(begun - 1)];
const before = [409, "before_it_was", "/occurredAt"] as const;
const backdated = [409, "backdated", "/occurredAt"] as const;

const received = (fields: Fields = {}) => atTime(plant, begun, () => receive(fields));
async function unit(): Promise<Item> {
  const { id } = await plant.worksOrder({ productName: unitName, bom: bom.name });
  const started = await atTime(plant, begun, () => plant.put("/api/WorksOrder/Start", { id }));
  return started.body.items[0];
}
const does = (verb: string, { id }: Item, fields: Fields): Promise<Answer> =>
  verb === "ItemAdjust"
    ? plant.post("/api/MaterialItem/ItemAdjust", { materialitemid: id, ...fields })
    : plant.put(`/api/MaterialItem/${verb}`, { id, ...fields });
async function done(verb: string, item: Item, fields: Fields): Promise<Item> {
  const { status, body } = await does(verb, item, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return item;
}

const fields: Readonly<Record<string, Fields>> = {
  ItemAdjust: { adjustqty: 1, reasonSUID: "COUNT" },
  Hold: { holdReason: "Quality" },
  Release: {},
  Scrap: { reasonSUID: "SCRAP" },
  Move: { location: "MAIN", comment: "Seen" },
  Relabel: { comment: "Torn" },
  Dispatch: {},
  Complete: {},
  Reopen: { comment: "Leaks" },
  Return: { comment: "Complaint" },
  Void: { comment: "Never came" },
};

/** An item that began at `begun`, for which the verb has nothing else to refuse. */
async function ready(verb: string): Promise<Item> {
  const occurredAt = then;
  if (verb === "Complete") return unit();
  if (verb === "Reopen") return done("Complete", await unit(), { occurredAt });
  const item = await received();
  if (verb === "Release") return done("Hold", item, { ...fields["Hold"], occurredAt });
  return verb === "Return" ? done("Dispatch", item, { occurredAt }) : item;
}

test.for(Object.keys(fields))("%s is not before the item was there", async (verb) => {
  const item = await ready(verb);
  const sent = { ...fields[verb], ...(verb === "Relabel" ? newSerial() : {}) };
  const early = () => does(verb, item, { ...sent, occurredAt: tooEarly });
  const { detail } = await expectRefused(plant, early, before);
  expect(detail).toContain(`occurredAt is ${tooEarly}, but item ${item.visualSerialNo} was `);
  expect(detail).toContain(`at ${then}: `);
  await done(verb, item, { ...sent, occurredAt: then });
});
const newSerial = () => ({ newVisualSerialNo: plant.unique("NEW") });

test.for(["ItemAdjust", "Return"])("%s is not before the Dispatch of the item", async (verb) => {
  const left = timeOf(begun + hourMs);
  const item = await done("Dispatch", await received(), { occurredAt: left });
  const occurredAt = timeOf(begun + hourMs - 1);
  const early = () => does(verb, item, { ...fields[verb], occurredAt });
  const { detail } = await expectRefused(plant, early, before);
  expect(detail).toBe(
    `occurredAt is ${occurredAt}, but item ${item.visualSerialNo} was dispatched at ${left}: ` +
      "nothing can be dated before the last Dispatch of an item.",
  );
  await done(verb, item, { ...fields[verb], occurredAt: left });
});

test.for(["Move", "Hold", "Dispatch", "Build"])(
  "%s is not before the last Return of the item",
  async (verb) => {
    const item = await received();
    for (const hours of [1, 3]) {
      await done("Dispatch", item, { occurredAt: timeOf(begun + hours * hourMs) });
      const back = timeOf(begun + (hours + 1) * hourMs);
      await done("Return", item, { comment: "Complaint", occurredAt: back });
    }
    const parent = await received();
    const send = (occurredAt: string) =>
      verb === "Build"
        ? build(parent, item, { occurredAt })
        : does(verb, item, { ...fields[verb], occurredAt });
    const early = () => send(timeOf(begun + 4 * hourMs - 1));
    const { detail } = await expectRefused(plant, early, before);
    expect(detail).toContain("nothing can be dated before the last Return of an item");
    expect((await send(timeOf(begun + 4 * hourMs))).status).toBe(200);
  },
);

const lineOf = (parent: Item, child: Item, more: Fields = {}) => ({
  ...buildOf(parent.visualSerialNo, child.visualSerialNo),
  bomSlotID: front,
  ...more,
});
const build = (parent: Item, child: Item, more: Fields = {}) =>
  plant.put("/api/Build/Build", lineOf(parent, child, more));
const removalOf = (parent: Item, child: Item, more: Fields = {}) => ({
  parentSerialNo: parent.visualSerialNo,
  childSerialNo: child.visualSerialNo,
  removeQty: 1,
  reasonSUID: "REWORK",
  ...more,
});
const remove = (parent: Item, child: Item, more: Fields = {}) =>
  plant.put("/api/Build/Remove", removalOf(parent, child, more));

describe("a Build", () => {
  test("is not before the receipt of its child, even if the receipt was dated back", async () => {
    const [parent, child] = [await received(), await receive({ occurredAt: timeOf(begun + 5) })];
    const early = () => build(parent, child, { occurredAt: timeOf(begun + 4) });
    const { detail } = await expectRefused(plant, early, before);
    expect(detail).toContain(`item ${child.visualSerialNo} was received at ${timeOf(begun + 5)}`);
    expect((await build(parent, child, { occurredAt: timeOf(begun + 5) })).status).toBe(200);
  });

  test("is not before the start of its parent", async () => {
    const given = await atTime(plant, begun, () => assembly(plant));
    const { detail } = await expectRefused(
      plant,
      () => given.build({ occurredAt: tooEarly }),
      before,
    );
    expect(detail).toBe(
      `occurredAt is ${tooEarly}, but item ${given.parent} was started at ${then}: ` +
        "nothing can happen to an item before it is started.",
    );
    expect((await given.build({ occurredAt: then })).status).toBe(200);
  });

  test("that receives its child rests on its parent alone", async () => {
    const parent = await received();
    const child = { visualSerialNo: plant.unique("POC") };
    const made = { receiveAtPointOfConsumption: true, itemDetails: { productName: product } };
    const early = () => build(parent, child, { ...made, occurredAt: tooEarly });
    await expectRefused(plant, early, before);
    for (const at of [begun + hourMs, begun]) {
      expect((await build(parent, child, { ...made, occurredAt: timeOf(at) })).status).toBe(200);
    }
    // Once some of it is in stock, a Build of that rests on its receipt.
    await remove(parent, child, { removeQty: 2 });
    const fromStock = () => build(parent, child, { ...made, occurredAt: then });
    await expectRefused(plant, fromStock, before);
  });

  test("of a batch is not before the lines before it", async () => {
    const parent = await received();
    const child = { visualSerialNo: plant.unique("POC") };
    const made = { receiveAtPointOfConsumption: true, itemDetails: { productName: product } };
    const lines = [
      lineOf(parent, child, { ...made, occurredAt: timeOf(begun + 2) }),
      lineOf(child, await received(), { occurredAt: timeOf(begun + 1) }),
    ];
    const all = () => plant.put("/api/Build/BuildMany", { lines, atomic: true });
    await expectRefused(plant, all, [409, "before_it_was", "/lines/1/occurredAt"]);
    const { body } = await plant.put("/api/Build/BuildMany", { lines, atomic: false });
    const codes = body.results.map((one: Item) => one.problem?.code);
    expect(codes).toEqual([undefined, "before_it_was"]);
  });
});

describe("a Remove", () => {
  test("is not before the Build that it takes back", async () => {
    const [parent, child] = [await received(), await received()];
    const built = timeOf(begun + hourMs);
    await build(parent, child, { occurredAt: built });
    const occurredAt = timeOf(begun + hourMs - 1);
    const { detail } = await expectRefused(
      plant,
      () => remove(parent, child, { occurredAt }),
      before,
    );
    const { visualSerialNo } = child;
    expect(detail).toBe(
      `occurredAt is ${occurredAt}, but item ${visualSerialNo} was built into ` +
        `${parent.visualSerialNo} at ${built}: nothing can be removed before it is built.`,
    );
    expect((await remove(parent, child, { occurredAt: built })).status).toBe(200);
  });

  test("of several Builds is not before the earliest of those that it takes back", async () => {
    const [parent, child] = [await received(), await received()];
    for (const hours of [1, 3, 2]) {
      await build(parent, child, { occurredAt: timeOf(begun + hours * hourMs) });
    }
    const two = (at: number) => remove(parent, child, { removeQty: 2, occurredAt: timeOf(at) });
    // The latest Builds are those of 2 and of 3 hours.
    await expectRefused(plant, () => two(begun + 2 * hourMs - 1), before);
    expect((await two(begun + 2 * hourMs)).status).toBe(200);
    const last = { occurredAt: timeOf(begun + hourMs) };
    expect((await remove(parent, child, last)).status).toBe(200);
  });

  test("of a batch is refused by its line", async () => {
    const [parent, child] = [await received(), await received()];
    await build(parent, child, { builtQty: 2, occurredAt: timeOf(begun + hourMs) });
    const lines = [
      removalOf(parent, child),
      removalOf(parent, child, { occurredAt: timeOf(begun + hourMs - 1) }),
    ];
    const all = () => plant.put("/api/Build/RemoveMany", { lines, atomic: true });
    await expectRefused(plant, all, [409, "before_it_was", "/lines/1/occurredAt"]);
  });
});

describe("an operator", () => {
  const now = Date.parse("2026-11-26T12:00:00Z");
  const limit = now - 72 * hourMs;
  const by = (key: string) => ({ key });

  test.for(["Receive", "ItemAdjust", "Complete", "Build", "Remove"])(
    "dates %s 72 hours back, and not a millisecond further; an engineer can",
    async (verb) => {
      const [parent, child, finished] = [await received(), await received(), await unit()];
      await build(parent, child, { builtQty: 2, occurredAt: then });
      const send = (at: number, key: string): Promise<Answer> => {
        const occurredAt = timeOf(at);
        const { id } = verb === "Complete" ? finished : child;
        const receipt = { productName: product, visualSerialNo: plant.unique("SN"), qty: 1 };
        const bodies: Readonly<Record<string, [path: string, method: string, body: object]>> = {
          Receive: ["MaterialItem/Receive", "POST", receipt],
          ItemAdjust: ["MaterialItem/ItemAdjust", "POST", { materialitemid: id, ...fields[verb] }],
          Complete: ["MaterialItem/Complete", "PUT", { id }],
          Build: ["Build/Build", "PUT", lineOf(parent, child)],
          Remove: ["Build/Remove", "PUT", removalOf(parent, child)],
        };
        const [path, method, body] = bodies[verb]!;
        return plant.request(method, `/api/${path}`, { ...body, occurredAt }, by(key));
      };
      await atTime(plant, now, async () => {
        const { detail } = await expectRefused(plant, () => send(limit - 1, operator), backdated);
        expect(detail).toBe(
          `occurredAt is ${timeOf(limit - 1)}, more than 72 hours ago. This key can date ` +
            "at most 72 hours back. An engineer's or an administrator's key can date further.",
        );
        expect((await send(limit, operator)).status).toBe(200);
        if (verb === "Complete") return;
        expect((await send(limit - 1, engineer)).status).toBe(200);
      });
    },
  );

  test("does not use expired material by dating its Build back", async () => {
    const expiryDate = timeOf(now - 80 * hourMs);
    const [parent, child] = [await received(), await received({ expiryDate })];
    const send = (at: number, key: string) =>
      plant.put("/api/Build/Build", lineOf(parent, child, { occurredAt: timeOf(at) }), by(key));
    await atTime(plant, now, async () => {
      await expectRefused(plant, () => send(now - 80 * hourMs, operator), backdated);
      await expectRefused(plant, () => send(limit, operator), [409, "item_expired"]);
      expect((await send(now - 80 * hourMs, engineer)).status).toBe(200);
    });
  });

  test("gets the recorded response of a repeated request, however old it has become", async () => {
    const [parent, child] = [await received(), await received()];
    const occurredAt = timeOf(limit);
    const externalRef = { system: "MES-1", id: plant.unique("ref") };
    const headers = { "Idempotency-Key": plant.unique("key") };
    const named = [
      () =>
        plant.put(
          "/api/Build/Build",
          lineOf(parent, child, { occurredAt, externalRef }),
          by(operator),
        ),
      () =>
        plant.put("/api/Build/Build", lineOf(parent, child, { occurredAt }), {
          ...by(operator),
          headers,
        }),
    ];
    for (const send of named) {
      const first = await atTime(plant, now, send);
      expect(first.status).toBe(200);
      const again = await atTime(plant, now + 48 * hourMs, send);
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    }
    const unnamed = () =>
      plant.put("/api/Build/Build", lineOf(parent, child, { occurredAt }), by(operator));
    await atTime(plant, now + 48 * hourMs, () => expectRefused(plant, unnamed, backdated));
  });
});

test("a service can let operators date back less, or nothing", async () => {
  const own = await openPlant({ backdatingHours: 0 });
  const { Name: productName } = await own.product();
  const now = begun + hourMs;
  const send = (at: number, key: string) => {
    const receipt = { productName, visualSerialNo: own.unique("SN"), qty: 1 };
    const body = { ...receipt, occurredAt: timeOf(at) };
    return own.post("/api/MaterialItem/Receive", body, { key });
  };
  await atTime(own, now, async () => {
    await expectRefused(own, () => send(now - 1, own.keys.operator), backdated);
    expect((await send(now, own.keys.operator)).status).toBe(200);
    expect((await send(now - 1, own.keys.engineer)).status).toBe(200);
  });
});

test("material that is received now is not used in an earlier month, and EPCIS tells no such use", async () => {
  const own = await openPlant();
  const now = Date.parse("2026-11-26T12:00:00Z");
  const given = await atTime(own, now, () => assembly(own, { ordered: false }));
  const old = own.unique("OLD");
  const expiring = { productName: given.part.Name, visualSerialNo: old, qty: 5 };
  await atTime(own, now, () => own.receive({ ...expiring, expiryDate: "2026-10-31" }));
  const { build: buildOld, remove: removeOld } = consumption(own, given.parent, old);
  const occurredAt = "2026-10-30";
  const asOperator = () =>
    own.put(
      "/api/Build/Build",
      { ...buildOf(given.parent, old), occurredAt },
      { key: own.keys.operator },
    );
  await atTime(own, now, async () => {
    await expectRefused(own, asOperator, backdated);
    await expectRefused(own, () => buildOld({ occurredAt }), before);
    await expectRefused(own, () => buildOld(), [409, "item_expired"]);
    expect((await given.build()).status).toBe(200);
    await expectRefused(own, () => given.remove({ occurredAt }), before);
    await expectRefused(own, () => removeOld({ occurredAt }), [409, "not_built"]);
  });
  const events = await eventsOf(own, {});
  expect(events.filter(({ eventTime }) => eventTime < timeOf(now))).toEqual([]);
  expect((await eventsOf(own, { visualSerialNo: old })).map(({ bizStep }) => bizStep)).toEqual([
    "receiving",
  ]);
});
