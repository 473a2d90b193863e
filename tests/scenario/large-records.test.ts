import { randomBytes } from "node:crypto";
import { sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import { deliverDue, type Outgoing } from "@asbuilt/http";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { nest, pagesOf } from "./nest.ts";

const plant = await openPlant({ isEdited: true });
const { executor } = plant.database;

/** The maximum number of properties of a record, all with this value. */
const propertiesOf = (Value: string) =>
  Array.from({ length: 500 }, (_, index) => ({ Name: `Property ${index}`, Value }));

// A libSQL server sends no result of more than 10 MB. A file and D1 have no such limit: the tests of what
// only this limit can break leave them out.
test("records of more than 10 MB together are listed, read as events, sealed and verified", async () => {
  const Properties = propertiesOf("x".repeat(500));
  const ids: number[] = [];
  for (let made = 0; made < 44; made++) {
    ids.push((await plant.product({ Properties })).ID);
  }
  const found = await plant.post("/api/Product/List", {});
  expect(found.status).toBe(200);
  expect(JSON.stringify(found.body).length).toBeGreaterThan(10_000_000);
  expect(found.body.map(({ ID }: { ID: number }) => ID)).toEqual(expect.arrayContaining(ids));
  const pages = await pagesOf(plant, "/api/Product/List", {}, 1000);
  expect(pages.flat()).toEqual(found.body);
  // D1 returns a whole page, whatever its length.
  const longest = Math.max(...pages.map((page) => JSON.stringify(page).length));
  if (executor.isLocal) expect(longest).toBeLessThan(10_000_000);
  const told: number[] = [];
  for (let after = -1, next = 0; next > after;) {
    after = next;
    const some = await plant.done("post", "/api/Event/List", { after, limit: 1000 });
    told.push(...some.events.map(({ id }: { id: string }) => Number(id)));
    ({ next } = some);
  }
  expect(told).toEqual(Array.from(told, (_, index) => index + 1));
  expect(told.length).toBeGreaterThan(44);

  const key = await sealingKeyOf(randomBytes(32).toString("base64"));
  await sealLog(executor, { sha256: webSha256, key, now: Date.now });
  const { isSound, unsealed } = await plant.done("post", "/api/Audit/Verify", {});
  expect([isSound, unsealed]).toEqual([true, 0]);
});

test("a webhook receives changes of more than 10 MB together that wait for it", async () => {
  const { id } = await plant.done("put", "/api/Webhook/Upsert", {
    url: "https://erp.example/hook",
    types: ["asbuilt.product.*"],
  });
  const subjects: string[] = [];
  for (let made = 0; made < 16; made++) {
    const { ID } = await plant.product({ Properties: propertiesOf("\u6F22".repeat(500)) });
    subjects.push(`Product/${ID}`);
  }
  const told: string[] = [];
  const send = ({ body }: Outgoing) => {
    told.push(JSON.parse(body).subject);
    return Promise.resolve({ status: 204 });
  };
  const log = (entry: (typeof plant.log)[number]) => plant.log.push(entry);
  // A round begins no call after 14 seconds, which a slow machine needs.
  for (let rounds = 0; rounds < 5 && told.length < subjects.length; rounds++) {
    await (
      await deliverDue({ executor, now: Date.now, log, send })
    ).done;
  }
  expect(told.toSorted()).toEqual(subjects.toSorted());
  await plant.delete("/api/Webhook/Delete", { id });
});

test.runIf(plant.database.runtime === "sqld")(
  "a record with changes of more than 10 MB together is verified to the last one",
  async () => {
    const made = await plant.product({ Properties: propertiesOf("x".repeat(500)) });
    const [{ Properties: _given, revNo: _revNo, ...fields }] = (
      await plant.post("/api/Product/List", { ID: made.ID })
    ).body;
    for (let change = 0; change < 20; change++) {
      const Properties = propertiesOf(String.fromCodePoint(97 + change).repeat(500));
      await plant.done("put", "/api/Product/Upsert", { ...fields, Properties });
    }
    await plant.sql("update product set name = 'Edited' where id = ?", made.ID);
    const { findings } = await plant.done("post", "/api/Audit/Verify", {});
    expect(findings).toMatchObject([{ record: `Product ${made.ID}` }]);
  },
);

test.runIf(plant.database.runtime === "sqld")(
  "a parent is found by builds of more than 10 MB together",
  async () => {
    const { receive, build } = await nest(plant);
    const [parent, child] = [await receive(), await receive()];
    expect((await build(parent, child)).status).toBe(200);
    await plant.sql(
      `with recursive another (n) as (select 1 union all select n + 1 from another where n < 400000)
    insert into build (id, seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
    select 900000000000000 + n, seq, parent_id, child_id, bom_slot_id, candidate_id, 100000, 0
    from another join build on child_id = ?`,
      child.id,
    );
    for (const body of [{ id: child.id }, { id: child.id, depth: 1 }]) {
      const places = await plant.done("post", "/api/Genealogy/WhereUsed", body);
      expect(places).toMatchObject([{ id: parent.id, qty: 40_001 }]);
    }
    const { visualSerialNo } = child;
    const recalled = await plant.done("post", "/api/Genealogy/Recall", { visualSerialNo });
    expect(recalled).toMatchObject([{ id: parent.id }, { id: child.id }]);
  },
);
