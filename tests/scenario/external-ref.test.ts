import { webSha256 } from "@asbuilt/core";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/plant.ts";
import { assembly, itemNamed } from "./assembly.ts";
import { expectConservation } from "./conservation.ts";
import { patiently } from "./patiently.ts";
import { expectRefused } from "./refused.ts";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;
const newRef = () => ({ system: "ERP", id: plant.unique("ref") });
const getRef = (ref: Fields, options = {}) => plant.post("/api/ExternalRef/Get", ref, options);
/** Another key of the administrator. */
const { key: otherKey } = await plant.done("post", "/api/ApiKey/Create", {
  name: "Other",
  userID: (await plant.post("/api/ApiKey/List", { role: "admin" })).body[0].userID,
  role: "engineer",
});
const isReplay = ({ headers }: Answer) => headers.get("Idempotency-Replayed") === "true";

interface Case {
  /** Sends it, with more fields. The last argument is the caller's key. */
  readonly send: (fields: Fields, options?: object) => Promise<Answer>;
  /** A field that makes it a different request. */
  readonly other: Fields;
}

/** Each operation that takes a reference, on its own material. */
const operations: Readonly<Record<string, () => Promise<Case>>> = {
  materialItemReceive: async () => {
    const { Name: productName } = await plant.product();
    const receipt = { productName, visualSerialNo: plant.unique("SN"), qty: 2 };
    return {
      send: (fields, options) =>
        plant.post("/api/MaterialItem/Receive", { ...receipt, ...fields }, options),
      other: { qty: 3 },
    };
  },
  materialItemItemAdjust: async () => {
    const { Name: productName } = await plant.product();
    const { id } = await plant.receive({ productName, qty: 9 });
    const adjustment = { materialitemid: id, adjustqty: -2, reasonSUID: "COUNT" };
    return {
      send: (fields, options) =>
        plant.post("/api/MaterialItem/ItemAdjust", { ...adjustment, ...fields }, options),
      other: { adjustqty: -3 },
    };
  },
  buildBuild: async () => {
    const { parent, child } = await assembly(plant);
    const build = {
      parentSerialNo: parent,
      childSerialNo: child,
      builtQty: 1,
      receiveAtPointOfConsumption: false,
    };
    return {
      send: (fields, options) => plant.put("/api/Build/Build", { ...build, ...fields }, options),
      other: { builtQty: 2 },
    };
  },
  buildRemove: async () => {
    const { parent, child, build } = await assembly(plant);
    await build({ builtQty: 3 });
    const removal = {
      parentSerialNo: parent,
      childSerialNo: child,
      removeQty: 1,
      reasonSUID: "REWORK",
    };
    return {
      send: (fields, options) => plant.put("/api/Build/Remove", { ...removal, ...fields }, options),
      other: { removeQty: 2 },
    };
  },
};

const changes = async () =>
  (await plant.sql("select count(*) as changes from change_log"))[0]!["changes"];

describe.each(Object.entries(operations))("%s", (operation, make) => {
  test("under a reference takes effect once, and gets the same answer from then on", async () => {
    const { send } = await make();
    const externalRef = newRef();
    const first = await send({ externalRef });
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    const before = await changes();
    // With any key of the user, in any spelling, and under any Idempotency-Key.
    const again = await send(
      { External_Ref: { id: externalRef.id, SYSTEM: "ERP" } },
      { key: otherKey, headers: { "Idempotency-Key": plant.unique("key") } },
    );
    expect([again.status, isReplay(again)]).toEqual([200, true]);
    expect(again.body).toEqual(first.body);
    expect(await changes()).toBe(before);
    await expectConservation(plant);
  });

  test("is repeated whatever white space is around its names", async () => {
    const { send } = await make();
    const externalRef = newRef();
    const scanned = { system: `\t${externalRef.system}`, id: `${externalRef.id} \r\n` };
    const first = await send({ externalRef: scanned });
    expect([first.status, isReplay(first)]).toEqual([200, false]);
    const before = await changes();
    for (const ref of [scanned, externalRef, { ...externalRef, id: ` ${externalRef.id}` }]) {
      const again = await send({ externalRef: ref });
      expect([again.status, isReplay(again)]).toEqual([200, true]);
      expect(again.body).toEqual(first.body);
    }
    expect(await changes()).toBe(before);
    const found = await getRef({ ...externalRef, system: `${externalRef.system}\u00A0` });
    expect(found.body).toMatchObject({ ...externalRef, operation, answer: first.body });
  });

  test("under the reference of another body is refused", async () => {
    const { send, other } = await make();
    const externalRef = newRef();
    await send({ externalRef });
    const fault = [409, "external_ref_conflict", "/externalRef"] as const;
    await expectRefused(plant, () => send({ externalRef, ...other }), fault);
    const elsewhere = { system: "MES", id: externalRef.id };
    const answer = await send({ externalRef: elsewhere, ...other, occurredAt: "2026-01-01" });
    expect(answer.body.code).not.toBe("external_ref_conflict");
  });

  test("is found by its reference, with its answer", async () => {
    const { send } = await make();
    // A system of its own: that of the other tests is the administrator's.
    const externalRef = { ...newRef(), system: plant.unique("Terminal") };
    const { body: answer } = await send({ externalRef }, { key: plant.keys.operator });
    const found = await getRef(externalRef, { key: plant.keys.viewer });
    const { at, userID, ...rest } = found.body;
    expect(rest).toEqual({ ...externalRef, operation, answer });
    const [log] = await plant.sql(
      `select count(*) as rows, count(distinct operation_id) as operations, max(at) as at,
        max(user_id) as user from change_log where external_system = ? and external_id = ?`,
      externalRef.system,
      externalRef.id,
    );
    expect(log).toMatchObject({ operations: 1, at: Date.parse(at), user: userID });
  });

  test("sent many times at the same time under one reference takes effect once", async () => {
    const { send } = await make();
    const externalRef = newRef();
    const { answers } = await plant.race(8, () => patiently(() => send({ externalRef })));
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([200, answers[0]!.body]);
    }
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    await expectConservation(plant);
  });

  test("takes effect once even if its first answer is lost", async () => {
    const { send } = await make();
    const externalRef = newRef();
    const { batches } = plant.database;
    if (batches) {
      batches.afterWrite = () => {
        batches.afterWrite = undefined;
        throw new Error("Network connection lost.");
      };
    }
    const first = await send({ externalRef });
    expect(first.status).toBe(200);
    expect((await send({ externalRef })).body).toEqual(first.body);
    await expectConservation(plant);
  });

  test("that is refused leaves its reference free", async () => {
    const { send } = await make();
    const externalRef = newRef();
    const future = new Date(Date.now() + 1e9).toISOString();
    await expectRefused(plant, () => send({ externalRef, occurredAt: future }), [
      400,
      "validation_failed",
    ]);
    expect((await getRef(externalRef)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await send({ externalRef })).status).toBe(200);
  });
});

test("one reference can't name two operations", async () => {
  const [build, receive] = [
    await operations["buildBuild"]!(),
    await operations["materialItemReceive"]!(),
  ];
  const externalRef = newRef();
  expect((await build.send({ externalRef })).status).toBe(200);
  const fault = [409, "external_ref_conflict", "/externalRef"] as const;
  await expectRefused(plant, () => receive.send({ externalRef }), fault);
});

test("references of two systems are independent, and so are references in different case", async () => {
  const { build, child } = await assembly(plant);
  const externalRef = newRef();
  const others = [
    { ...externalRef, system: "erp" },
    { ...externalRef, id: `${externalRef.id}a` },
  ];
  for (const ref of [externalRef, ...others]) {
    expect((await build({ externalRef: ref })).status).toBe(200);
  }
  expect(await itemNamed(plant, child)).toMatchObject({ actualQty: 7 });
});

describe("the lines of a batch", () => {
  const lineOf = ({ parent, child }: { parent: string; child: string }, builtQty = 1): Fields => ({
    parentSerialNo: parent,
    childSerialNo: child,
    builtQty,
    receiveAtPointOfConsumption: false,
    externalRef: newRef(),
  });
  const buildMany = (lines: readonly Fields[], fields: Fields = {}, headers = {}) =>
    plant.put("/api/Build/BuildMany", { lines, ...fields }, { headers });

  test("take effect once each, in any batch or request", async () => {
    const made = await assembly(plant);
    const [alone, first, second] = [lineOf(made), lineOf(made), lineOf(made)];
    const { body: answer } = await plant.put("/api/Build/Build", alone);
    const batch = await buildMany([first, alone], { atomic: true });
    expect(batch.headers.has("Idempotency-Replayed")).toBe(false);
    expect(batch.body.results[1]).toEqual({ line: 1, status: 200, replayed: true, answer });
    const { body: again } = await plant.put("/api/Build/Build", first);
    expect(again).toEqual(batch.body.results[0].answer);
    const other = { ...alone, builtQty: 2 };
    const mixed = await buildMany([first, other, second]);
    expect(mixed.body).toMatchObject({ done: 2, refused: 1 });
    expect(mixed.body.results[1].problem).toMatchObject({
      code: "external_ref_conflict",
      errors: [{ pointer: "/lines/1/externalRef" }],
    });
    expect(await itemNamed(plant, made.child)).toMatchObject({ actualQty: 7 });
    const all = await buildMany([second, first]);
    expect(all.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await getRef(second["externalRef"] as Fields)).body).toMatchObject({
      operation: "buildBuild",
      answer: mixed.body.results[2].answer,
    });
    await expectConservation(plant);
  });

  test("are answered again as before with the key of their batch", async () => {
    const made = await assembly(plant);
    const lines = [lineOf(made), lineOf(made, 99), lineOf(made)];
    await buildMany(lines.slice(2));
    const headers = { "Idempotency-Key": plant.unique("key") };
    const batch = await buildMany(lines, {}, headers);
    const again = await buildMany(lines, {}, headers);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect(again.body).toEqual(batch.body);
  });

  test("take effect once each if batches that share them race", async () => {
    const made = await assembly(plant, { stock: 40 });
    const lines = Array.from({ length: 12 }, () => lineOf(made));
    const { answers } = await plant.race(6, (i) =>
      patiently(() => buildMany(lines.slice(i, i + 7), { atomic: i % 2 === 0 })),
    );
    expect(answers.map(({ body }) => body.done)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(await itemNamed(plant, made.child)).toMatchObject({ actualQty: 28 });
    await expectConservation(plant);
  });

  test("have references of their own", async () => {
    const made = await assembly(plant);
    const line = lineOf(made);
    const fault = [400, "validation_failed", "/lines/1/externalRef"] as const;
    await expectRefused(plant, () => buildMany([line, line]), fault);
    const { system, id } = newRef();
    const same = { ...line, externalRef: { system, id: `${id} ` } };
    const lines = [{ ...line, externalRef: { system, id } }, same];
    await expectRefused(plant, () => buildMany(lines), fault);
  });
});

test("a request that was recorded as it is written is still repeated", async () => {
  const { Name: productName } = await plant.product();
  const { id } = await plant.receive({ productName, qty: 9 });
  const externalRef = newRef();
  // In the order of the names, as the hash has them.
  const body = {
    adjustqty: -2,
    comments: " Miscounted\n",
    externalRef: { id: externalRef.id, system: externalRef.system },
    materialitemid: id,
    reasonSUID: "COUNT",
  };
  const send = (fields: Fields = {}) =>
    plant.post("/api/MaterialItem/ItemAdjust", { ...body, ...fields });
  const first = await send();
  expect(isReplay(await send({ comments: "Miscounted" }))).toBe(true);
  // As asbuilt recorded it before it dropped white space.
  const written = await webSha256(JSON.stringify(body), "hex");
  await plant.sql("update external_ref set body_hash = ? where id = ?", written, externalRef.id);
  const again = await send();
  expect([again.status, isReplay(again), again.body]).toEqual([200, true, first.body]);
  const other = () => send({ comments: "Miscounted" });
  await expectRefused(plant, other, [409, "external_ref_conflict", "/externalRef"]);
});

test("a reference has a system and an id, neither of them empty or too long", async () => {
  const { build } = await assembly(plant);
  const faults: [Fields, string][] = [
    [{ system: "", id: "1" }, "/externalRef/system"],
    [{ system: "ERP" }, "/externalRef/id"],
    [{ system: "E".repeat(51), id: "1" }, "/externalRef/system"],
    [{ system: "ERP", id: "1".repeat(251) }, "/externalRef/id"],
  ];
  for (const [externalRef, pointer] of faults) {
    await expectRefused(plant, () => build({ externalRef }), [400, "validation_failed", pointer]);
  }
  expect((await build({ externalRef: null })).status).toBe(200);
});
