import { afterEach, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";

// A file fails in other ways, which packages/core/test/database tests.
const plant = await openPlant();
const { batches } = plant.database;

afterEach(() => {
  if (!batches) return;
  batches.beforeWrite = undefined;
  batches.afterWrite = undefined;
  batches.through = undefined;
});

test.runIf(batches).for([
  ["overloaded", "D1_ERROR: D1 DB is overloaded. Too many requests queued."],
  ["overloaded", "Server returned HTTP status 429"],
  ["overloaded", "D1_ERROR: Currently processing a long-running export."],
  ["outcome_unknown", "D1_ERROR: D1 DB exceeded its CPU time limit and was reset."],
  ["unavailable", "D1_ERROR: Exceeded maximum DB size."],
  ["unavailable", "D1_ERROR: database or disk is full: SQLITE_FULL"],
  ["unavailable", "SQLITE_READONLY: attempt to write a readonly database"],
  ["unavailable", "Server returned HTTP status 401"],
] as const)("a write is refused as %s, once, if the database says %s", async ([code, text]) => {
  // The same warning is logged once a second.
  plant.now = (plant.now ?? Date.now()) + 1000;
  const { build, child } = await assembly(plant);
  const before = await itemNamed(plant, child);
  let attempts = 0;
  batches!.beforeWrite = () => {
    attempts++;
    return Promise.reject(new Error(text));
  };
  const { status, body, headers } = await build();
  expect([status, body.code, headers.get("Retry-After")]).toEqual([503, code, "1"]);
  expect(plant.log.at(-1)).toMatchObject({
    level: "warn",
    requestId: body.requestId,
    reason: expect.stringContaining(text),
  });
  expect(attempts).toBe(1);
  expect((await plant.get("/readyz")).body.status).toBe(
    code === "unavailable" ? "read-only" : "ready",
  );
  expect(await itemNamed(plant, child)).toEqual(before);
  batches!.beforeWrite = undefined;
  expect((await build()).status).toBe(200);
  expect((await plant.get("/readyz")).body.status).toBe("ready");
});

test.runIf(batches)(
  "a request with more queries than one invocation may send is refused, and says so",
  async () => {
    let trips = 0;
    batches!.through = () => {
      trips++;
      return Promise.reject(new Error("Too many API requests by single worker invocation."));
    };
    const { status, body } = await plant.get("/api/MaterialItem/Get/1");
    expect([status, body.code]).toEqual([503, "overloaded"]);
    expect(body.detail).toMatch(/more queries .* than one invocation/);
    expect(trips).toBe(1);
  },
);

test.runIf(batches)("a write on its way is found at the time at which it was decided", async () => {
  const { build, parent } = await assembly(plant);
  const decidedAt = (plant.now ?? Date.now()) + 1000;
  const at = new Date(decidedAt + 5000).toISOString();
  const asBuilt = async () =>
    (await plant.post("/api/Genealogy/AsBuilt", { visualSerialNo: parent, at })).body;
  plant.now = decidedAt;
  let meanwhile: unknown;
  batches!.beforeWrite = async () => {
    batches!.beforeWrite = undefined;
    plant.now = decidedAt + 9000;
    meanwhile = await asBuilt();
  };
  expect((await build()).body.at).toBe(new Date(decidedAt).toISOString());
  expect(meanwhile).toEqual([]);
  expect(await asBuilt()).toHaveLength(1);
});

test.runIf(batches)(
  "a write of unknown outcome says so, and its repetition finds it done",
  async () => {
    const { parent, child } = await assembly(plant);
    const line = {
      parentSerialNo: parent,
      childSerialNo: child,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    };
    const send = () =>
      plant.put("/api/Build/Build", line, { headers: { "Idempotency-Key": plant.unique("key") } });
    const key = { "Idempotency-Key": plant.unique("key") };
    batches!.beforeWrite = () => Promise.reject(new Error("Network connection lost."));
    const first = await plant.put("/api/Build/Build", line, { headers: key });
    expect([first.status, first.body.code]).toEqual([503, "outcome_unknown"]);
    batches!.beforeWrite = undefined;
    const second = await plant.put("/api/Build/Build", line, { headers: key });
    expect(second.status).toBe(200);
    expect(second.body.child.actualQty).toBe(9);
    expect((await send()).body.child.actualQty).toBe(8);
    await expectConservation(plant);
  },
);

test.runIf(batches)(
  "a write that a proxy delivers twice is done once, and acknowledged",
  async () => {
    const { build, child } = await assembly(plant);
    const { productName } = await itemNamed(plant, child);
    batches!.through = async (trip) => {
      if (trip.kind === "write") await trip.send();
      return trip.send();
    };
    const built = await build();
    expect([built.status, built.body.child?.actualQty]).toEqual([200, 9]);
    const visualSerialNo = plant.unique("lot");
    const received = await plant.post("/api/MaterialItem/Receive", {
      visualSerialNo,
      productName,
      qty: 5,
    });
    expect([received.status, received.body.actualQty]).toEqual([200, 5]);
    batches!.through = undefined;
    expect(await itemNamed(plant, child)).toEqual(built.body.child);
    expect(await itemNamed(plant, visualSerialNo)).toEqual(received.body);
    await expectConservation(plant);
  },
);
