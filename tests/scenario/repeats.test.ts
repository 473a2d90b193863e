import { operations } from "@asbuilt/contract";
import { array, assert, asyncProperty, constantFrom, integer, record, string } from "fast-check";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import type { Answer } from "../plants/requests.ts";
import { assembly } from "./assembly.ts";
import { changeAll, type Done, everyWrite, type Words } from "./every-write.ts";

const plant = await openPlant();
const { runtime } = plant.database;

/** A response as it is repeated: secrets are shown once. */
const asRepeated = ({ status, body }: Answer) => [
  status,
  JSON.stringify(body, (name, value: unknown) =>
    name === "secret" || (name === "key" && String(value).startsWith("ab_")) ? null : value,
  ),
];

/** Whether it is done again before it is answered: ActAs asks for the PIN each time. */
const asksAgain = ({ operationId }: Done) => operationId === "sessionActAs";

async function expectRepeated(done: readonly Done[]): Promise<void> {
  for (const { operationId, answer, repeat } of done) {
    const again = await repeat();
    expect(asRepeated(again), operationId).toEqual(asRepeated(answer));
    expect(again.headers.get("Idempotency-Replayed"), operationId).toBe("true");
  }
}

/** Signs that are stored, folded, quoted or compressed in different ways, of two units at most. */
const sign = constantFrom(...Array.from("aZ0 éßİſ中ά%'\"\\&<😀"), "e\u0301");

const words = record<Words>({
  // The code of a unit has at most 20 characters.
  ending: string({ unit: sign, maxLength: 3 }).map((text) => `x${text}x`),
  text: string({ unit: sign, minLength: 1, maxLength: 20 }).map((text) => `a ${text} z`),
  qty: integer({ min: 1, max: 1_000_000 }),
});

test("every write has the same answer again, whatever was changed and renamed since", async () => {
  await assert(
    asyncProperty(words, array(constantFrom(0, 1), { minLength: 1 }), async (some, order) => {
      const story = await everyWrite(plant, some);
      const { done } = story;
      await expectRepeated(done.filter(asksAgain));
      await changeAll(plant, story);
      // In any order: no repetition depends on another one.
      const rest = done.filter((one) => !asksAgain(one));
      const at = (index: number) => order[index % order.length]!;
      await expectRepeated(rest.filter((_, index) => at(index) === 1));
      await expectRepeated(rest.filter((_, index) => at(index) === 0));
      const sent = new Set(done.map(({ operationId }) => operationId));
      const writes = operations.filter(({ isWrite }) => isWrite);
      expect(writes.map(({ operationId }) => operationId).filter((id) => !sent.has(id))).toEqual(
        [],
      );
    }),
    { numRuns: runtime === "node" ? 4 : 2 },
  );
});

/** Returns the bytes of the table of keys with its indexes, a key, and the number of keys. */
async function sizeOfKeys() {
  const [{ bytes, keys }] = (await plant.sql(
    `select sum(pgsize) as bytes, (select count(*) from keyed_answer) as keys from dbstat
    where name in (select name from sqlite_schema where tbl_name = 'keyed_answer')`,
  )) as [{ bytes: number; keys: number }];
  return { each: bytes / keys, keys };
}

// Only a file can say what its pages hold.
test.runIf(runtime === "node")(
  "a key takes at most 350 bytes on average, with its indexes",
  async () => {
    await plant.sql("delete from keyed_answer");
    for (let story = 0; story < 5; story++) {
      const ending = ` ${(story * 7_919 + 104_729).toString(36)}`;
      await everyWrite(plant, { ending, text: `Story ${story}: as agreed`, qty: 10 + story * 37 });
    }
    const { each, keys } = await sizeOfKeys();
    expect(keys).toBeGreaterThan(500);
    expect(each).toBeLessThanOrEqual(350);
  },
);

test.runIf(runtime === "node")("the key of a Build takes at most 350 bytes", async () => {
  const { parent, child } = await assembly(plant, { candidate: { maxQty: 1000 }, stock: 1000 });
  await plant.sql("delete from keyed_answer");
  const built = {
    parentSerialNo: parent,
    childSerialNo: child,
    builtQty: 1,
    receiveAtPointOfConsumption: false,
  };
  for (let builds = 0; builds < 1000; builds++) {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    expect((await plant.put("/api/Build/Build", built, { headers })).status).toBe(200);
  }
  const { each } = await sizeOfKeys();
  expect(each).toBeLessThanOrEqual(350);
});
