import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  oneof,
  option,
  record,
  stringify,
  toStringMethod,
} from "fast-check";
import { expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import { removeBuilt } from "../../src/consumption/remove.ts";
import type { Context } from "../../src/engine/context.ts";
import { receive } from "../../src/material-item/receive.ts";
import { consumption, type Outcome, pumps, receipt, removal } from "./requests.ts";

type Send = (context: Context) => Promise<unknown>;

/** Sends an input of a verb, and shows both in a counterexample. */
const sending =
  <Input>(name: string, verb: (context: Context, input: Input) => Promise<unknown>) =>
  (input: Input): Send =>
    Object.assign((context: Context) => verb(context, input), {
      [toStringMethod]: () => `${name} ${stringify(input)}`,
    });

/**
 * Some requests have one of two keys or references; a second body under the same one is refused.
 */
const request = record({
  send: oneof(
    { arbitrary: consumption.map(sending("Build", build)), weight: 3 },
    { arbitrary: removal.map(sending("Remove", removeBuilt)), weight: 2 },
    receipt.map(sending("Receive", receive)),
  ),
  key: option(constantFrom("a", "b"), { freq: 4 }),
  reference: option(constantFrom("c", "d"), { freq: 4 }),
});

interface Sent {
  readonly send: Send;
  readonly key: string | null;
  readonly reference: string | null;
}

/** A new plant: sends requests, and returns the rows of its tables. */
function setUp() {
  const { context, rowsOf, tableRows } = pumps();
  const send = async ({ send: ask, key, reference }: Sent): Promise<Outcome> => {
    const sent = { method: "PUT", path: "/", bodyHash: "0a" };
    const idempotency =
      key === null ? undefined : { ...sent, key, nameHash: Buffer.from(key).toString("hex") };
    const ref = reference === null ? undefined : { ...sent, system: "ERP", id: reference };
    const asked = { ...context, idempotency, externalRefs: ref && [ref] };
    return ask(asked).then(
      (answer): Outcome => ({ answer }),
      (error: unknown): Outcome => ({ refused: String(error) }),
    );
  };
  const recorded = ["keyed_answer", "external_ref"];
  return { send, tableRows: () => [tableRows(), recorded.map(rowsOf)] };
}

test("requests that arrive together have the same result as one after the other", async () => {
  await assert(
    asyncProperty(array(request, { minLength: 2, maxLength: 12 }), async (requests) => {
      const [together, apart] = [setUp(), setUp()];
      const outcomes = await Promise.all(requests.map(together.send));
      const expected: Outcome[] = [];
      for (const one of requests) expected.push(await apart.send(one));
      expect(outcomes).toEqual(expected);
      expect(together.tableRows()).toEqual(apart.tableRows());
    }),
    { numRuns: 100 },
  );
});
