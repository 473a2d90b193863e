import { beforeEach, describe, expect, test } from "vitest";
import { listDeadLetters } from "../../src/webhook/dead-letters.ts";
import { deactivateWebhook } from "../../src/webhook/deactivate.ts";
import { deleteWebhook } from "../../src/webhook/delete.ts";
import { replayWebhook } from "../../src/webhook/replay.ts";
import { testWebhook } from "../../src/webhook/test.ts";
import { upsertWebhook, type UpsertWebhookInput } from "../../src/webhook/upsert.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, logged } = openPlant());
});

const url = "https://example.com/";
const one = { id: 1 };
const upsert = (input: UpsertWebhookInput) => upsertWebhook(context, input);
const create = () => upsert({ url, secret: "first" });
const stored = { url, description: null, types: null, isActive: true, createdAt: now };
const answered = { ...stored, id: 1, revNo: 1, pending: 0, behind: 0, dead: 0, error: null };
/** Creates the webhook, at seq 1, and lists an event in each of the states after it. */
async function undelivered(...states: string[]) {
  await create();
  for (const [index, state] of states.entries()) {
    database.exec(`insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no,
        action) values ('o', ${index}, 0, 'Product', 1, ${index + 2}, 'updated');
      insert into webhook_delivery (webhook_id, seq, subject, state, attempts, listed_at, next_at,
        tried_at, error) values (1, ${index + 2}, 'Product 1', '${state}', 3, 5, 6, 7, 'down')`);
  }
}
const deliveries = () => rows("select seq, state, attempts from webhook_delivery order by seq");
const secrets = () => rows("select secret, is_current, expires_at from webhook_secret order by id");
const none = atFault("not_found", "No webhook has the id 9.", "/id");

describe("a webhook", () => {
  test("that is created is returned and logged, and receives later events", async () => {
    await upsert({ url: "https://example.com/other", secret: "s" });
    database.exec("delete from webhook_secret");
    expect(await create()).toEqual({
      webhook: { ...answered, id: 2 },
      secret: "first",
    });
    expect(logged()).toEqual([["Webhook 2 created", stored]]);
    expect(secrets()).toEqual([["first", 1, null]]);
    expect(rows("select * from webhook_progress")).toEqual([
      [1, 1, "", 0],
      [2, 2, "", 0],
    ]);
  });

  test("has all the fields that were sent", async () => {
    const sent = { description: "ERP", types: ["Product.created"], isActive: false };
    const { webhook } = await upsert({ url, secret: "s", ...sent });
    expect(webhook).toEqual({ ...answered, ...sent });
  });

  test.for<[UpsertWebhookInput, changed: object]>([
    [{ url: "https://example.com/2" }, { url: "https://example.com/2" }],
    [{ description: null }, { description: null }],
    [{ types: null }, { types: null }],
    [{ description: "MES" }, { description: "MES" }],
    [{ isActive: false }, { isActive: false }],
  ])("changes by %j nothing else", async ([input, changed]) => {
    const sent = { description: "ERP", types: ["Product.created"] };
    await upsert({ url, secret: "first", ...sent });
    expect(await upsert({ ...one, ...input })).toMatchObject({
      webhook: { ...stored, ...sent, ...changed, id: 1, revNo: 2 },
      secret: undefined,
    });
    expect(logged()).toEqual([["Webhook 1 updated", changed]]);
    expect(secrets()).toEqual([["first", 1, null]]);
  });

  test.for<UpsertWebhookInput>([{}, { isActive: null }, { types: ["Product.created"], revNo: 1 }])(
    "keeps its revision where %j changes nothing",
    async (input) => {
      await upsert({ url, secret: "first", description: "ERP", types: ["Product.created"] });
      expect(await upsert({ ...one, ...input })).toMatchObject({
        webhook: { id: 1, revNo: 1, description: "ERP" },
        secret: undefined,
      });
      expect(logged()).toMatchObject([["Webhook 1 created", {}]]);
    },
  );

  test("is refused at an older revision, with the webhook as it is", async () => {
    await create();
    await upsert({ ...one, description: "Newer" });
    for (const verb of [
      upsert({ ...one, revNo: 1, description: "Mine" }),
      deleteWebhook(context, { ...one, revNo: 1 }),
    ]) {
      const caught: unknown = await verb.catch((error: unknown) => error);
      expect(caught).toMatchObject({
        code: "stale_revision",
        message: "Webhook 1 is at revision 2.",
        entity: "Webhook",
        current: { id: 1, revNo: 2, description: "Newer" },
      });
    }
  });

  test("keeps its replaced secret for a day, next to the new one", async () => {
    await create();
    await upsert({ url, secret: "other" });
    for (const secret of ["second", "third"]) {
      expect(await upsert({ ...one, secret })).toMatchObject({ secret });
      expect(logged()).toEqual([["Webhook 1 updated", { detail: { secret: "replaced" } }]]);
    }
    expect(secrets()).toEqual([
      ["other", 1, null],
      ["second", 0, now + 24 * 60 * 60 * 1000],
      ["third", 1, null],
    ]);
  });

  test.for([
    [true, [2, "pending", 3]],
    [false, [2, "anew", 0]],
  ] as const)(
    "starts pending events again if it is activated (it was active: %j)",
    async ([was, pending]) => {
      await undelivered("pending", "waiting", "dead");
      database.exec(`update webhook set is_active = ${was ? 1 : 0}`);
      await upsert({ ...one, isActive: false, description: "Off" });
      expect(deliveries()[0]).toEqual([2, "pending", 3]);
      database.exec(`update webhook set is_active = ${was ? 1 : 0}`);
      await upsert({ ...one, isActive: true });
      const waiting = was ? [3, "waiting", 3] : [3, "anew", 0];
      expect(deliveries()).toEqual([pending, waiting, [4, "dead", 3]]);
    },
  );

  test("that is deleted is returned and logged as it was, and nothing is left of it", async () => {
    await undelivered("pending");
    await upsert({ url, secret: "other" });
    expect(await deleteWebhook(context, one)).toMatchObject({
      ...answered,
      pending: 1,
      behind: 2,
      error: "down",
    });
    expect(logged()).toEqual([["Webhook 1 deleted", stored]]);
    expect(rows("select id from webhook")).toEqual([[2]]);
    expect(deliveries()).toEqual([]);
    expect(rows("select webhook_id from webhook_progress")).toEqual([[2]]);
    expect(secrets()).toEqual([["other", 1, null]]);
  });

  test.for<[verb: string, run: (id: number) => Promise<unknown>]>([
    ["updated", (id) => upsert({ id })],
    ["deleted", (id) => deleteWebhook(context, { id })],
    ["replayed", (id) => replayWebhook(context, { id })],
    ["tested", (id) => testWebhook(context, { id })],
    ["listed with its dead letters", (id) => listDeadLetters(context, { id }, {})],
  ])("that is %s must exist", async ([, run]) => {
    await create();
    expect(await refusedWith(run(9))).toEqual(none);
  });
});

describe("dead letters", () => {
  test.for<[seqs: number[] | undefined, anew: number[]]>([
    [undefined, [2, 4]],
    [[4], [4]],
    [
      [2, 3, 4],
      [2, 4],
    ],
    [[], []],
  ])("at %j are queued again, and no other deliveries", async ([seqs, anew]) => {
    await undelivered("dead", "pending", "dead");
    await upsert({ url, secret: "s" });
    expect(await replayWebhook(context, { ...one, seqs })).toMatchObject({ id: 1, revNo: 2 });
    expect(logged()).toEqual([["Webhook 1 replayed", { detail: seqs ? { seqs } : {} }]]);
    const states = ["dead", "pending", "dead"].map((state, index) =>
      anew.includes(index + 2) ? [index + 2, "anew", 0] : [index + 2, state, 3],
    );
    expect(deliveries()).toEqual(states);
  });

  test("are listed in the order of the log, page by page", async () => {
    await undelivered("dead", "pending", "dead");
    const letter = { subject: "Product 1", attempts: 3, listedAt: 5, lastAt: 7, error: "down" };
    const list = (page: object) => listDeadLetters(context, one, page);
    expect(await list({})).toEqual({
      first: [
        { seq: 2, ...letter },
        { seq: 4, ...letter },
      ],
      rest: undefined,
      next: undefined,
    });
    expect(await list({ limit: 1 })).toMatchObject({ first: [{ seq: 2 }], next: 2 });
    expect(await list({ limit: 2, cursor: 2 })).toMatchObject({
      first: [{ seq: 4 }],
      next: undefined,
    });
  });
});

test("a receiver that is gone is no longer called, unless the webhook has changed since", async () => {
  await create();
  const active = () => rows("select is_active, rev_no from webhook");
  for (const gone of [
    { id: 9, url },
    { id: 1, url: "https://example.com/2" },
  ]) {
    expect(await deactivateWebhook(context, gone)).toBeUndefined();
    expect(active()).toEqual([[1, 1]]);
  }
  await deactivateWebhook(context, { id: 1, url });
  expect(logged()).toEqual([["Webhook 1 deactivated", { isActive: false }]]);
  expect(rows("select user_id, request_id from change_log order by seq desc limit 1")).toEqual([
    [null, "webhooks"],
  ]);
  await deactivateWebhook(context, { id: 1, url });
  expect(active()).toEqual([[0, 2]]);
});

test("a test call is signed by the valid secrets, the current one first", async () => {
  await create();
  await upsert({ ...one, secret: "second" });
  const tried = await testWebhook(context, one);
  expect(tried).toMatchObject({ webhook: { id: 1, url }, secrets: ["second", "first"] });
  const later = { ...context, now: () => now + 24 * 60 * 60 * 1000 };
  expect((await testWebhook(later, one)).secrets).toEqual(["second"]);
});
