import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  option,
  record,
} from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import type { Context } from "../../src/engine/context.ts";
import { receive } from "../../src/material-item/receive.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "./pumps.ts";

type Request = (context: Context) => Promise<unknown>;

const now = Date.parse("2026-06-01T12:00:00Z");
const qty = integer({ min: 1, max: 4 }).map((units) => units * 1_000_000);
const pump = constantFrom("pump-1", "pump-2", "pump-3", "PUMP-1");
const lot = constantFrom("lot-1", "lot-2", "lot-3", "nothing");

const consumption = record({
  parentSerialNo: pump,
  childSerialNo: oneof({ arbitrary: lot, weight: 3 }, pump),
  builtQty: qty,
  isReceipt: boolean(),
}).map(({ isReceipt, ...line }): Request => {
  const itemDetails = isReceipt ? { productName: "seal" } : undefined;
  const sent = { ...line, receiveAtPointOfConsumption: isReceipt, itemDetails };
  return (context) => build(context, sent);
});
const receipt = record({
  visualSerialNo: lot,
  qty,
  productName: constantFrom("seal", "SEAL", "pump"),
}).map(
  (input): Request =>
    (context) =>
      receive(context, input),
);
/** Some with one of two keys: of two bodies under one key the second is refused. */
const request = record({
  send: oneof({ arbitrary: consumption, weight: 3 }, receipt),
  key: option(constantFrom("a", "b"), { freq: 4 }),
});

interface Outcome {
  readonly answer?: unknown;
  readonly refused?: string;
}

const withoutAsserts = (decision: string): unknown =>
  JSON.parse(decision, (key, value: unknown) => (key === "asserts" ? undefined : value));

/** A plant of its own: sends requests, and tells all that its tables then hold. */
function setUp() {
  const { database, context } = databaseWith(plant, () => now);
  const send = async ({ send: ask, key }: { send: Request; key: string | null }) => {
    const idempotency = key === null ? undefined : { method: "PUT", path: "/", key, bodyHash: key };
    return ask({ ...context, idempotency }).then(
      (answer): Outcome => ({ answer }),
      (error: unknown): Outcome => ({ refused: String(error) }),
    );
  };
  const rowsOf = (table: string) => {
    const rows = database.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
    // Each request has an operation id of its own: their names differ, their order does not. What a
    // decision asserts are the revisions that its own load found.
    return rows.map(({ operation_id: _operation, decision, ...row }) => ({
      ...row,
      // It is a text, where the table has one.
      decision: decision === undefined ? undefined : withoutAsserts(decision as string),
    }));
  };
  const tables = ["material_item", "build", "adjustment", "change_log", "idempotency_key"];
  return { send, tell: () => Object.fromEntries(tables.map((name) => [name, rowsOf(name)])) };
}

test("requests that come together leave what they leave one after the other", async () => {
  await assert(
    asyncProperty(array(request, { minLength: 2, maxLength: 12 }), async (requests) => {
      const [together, apart] = [setUp(), setUp()];
      const outcomes = await Promise.all(requests.map(together.send));
      const expected: Outcome[] = [];
      for (const one of requests) expected.push(await apart.send(one));
      expect(outcomes).toEqual(expected);
      expect(together.tell()).toEqual(apart.tell());
    }),
    { numRuns: 100 },
  );
}, 60_000);
