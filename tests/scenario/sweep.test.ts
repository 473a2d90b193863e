import { sweepKeys } from "@asbuilt/core";
import { beforeEach, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();
const day = 24 * 60 * 60 * 1000;
const { Name: productName } = await plant.product();

const receive = (key: string, visualSerialNo: string) =>
  plant.post(
    "/api/MaterialItem/Receive",
    { productName, visualSerialNo, qty: 1 },
    { headers: { "Idempotency-Key": key } },
  );
const sweep = () => sweepKeys(plant.database.executor, () => plant.now!);
const kept = () => plant.sql("select at from keyed_answer");

beforeEach(async () => {
  plant.now = Date.now();
  // The rows of the base data came with keys, too.
  await plant.sql("delete from keyed_answer");
});

test("a key that is older than 7 days is removed and can name a new write; a younger one stays", async () => {
  const [older, younger] = [plant.unique("key"), plant.unique("key")];
  const [first, second] = [plant.unique("SN"), plant.unique("SN")];
  await receive(older, first);
  plant.now! += 1;
  const answer = await receive(younger, second);
  plant.now! += 7 * day;
  expect(await sweep()).toBe(1);
  expect(await kept()).toEqual([{ at: plant.now! - 7 * day }]);
  const again = await receive(younger, second);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  expect(again.body).toEqual(answer.body);
  const renewed = await receive(older, plant.unique("SN"));
  expect([renewed.status, renewed.headers.has("Idempotency-Replayed")]).toEqual([200, false]);
  expect((await receive(plant.unique("key"), first)).body.code).toBe("duplicate");
  plant.now! += 8 * day;
  expect(await sweep()).toBe(2);
});

/** The rows of keys, of this version and of former ones, by their table: each from the time `value`. */
const rowsOfKeys = {
  keyed_answer: `insert into keyed_answer (user_id, name, body_hash, at, answer)
    select 1, cast('old ' || value as blob), x'', value, x'' from json_each(?)`,
  idempotency_key: `insert into idempotency_key
    (user_id, method, path, key, body_hash, operation_id, decision, at)
    select 1, 'PUT', '/', 'old ' || value, '', '', '[]', value from json_each(?)`,
};

test.for(Object.entries(rowsOfKeys))(
  "keys of %s that are too old are removed a few at a time, the oldest first",
  async ([table, insert]) => {
    const keys = 1_234;
    await plant.sql(
      insert,
      JSON.stringify(Array.from({ length: keys }, (_, at) => at).toReversed()),
    );
    const { batches } = plant.database;
    let rounds = 0;
    if (batches) {
      batches.afterWrite = () => {
        rounds++;
        batches.afterWrite = undefined;
        throw new Error(
          "D1_ERROR: storage operation exceeded timeout which caused object to be reset.",
        );
      };
      await expect(sweep()).rejects.toMatchObject({ code: "outcome_unknown" });
      const [oldest] = await plant.sql(`select min(at) as at, count(*) as keys from ${table}`);
      expect(oldest).toEqual({ at: 500, keys: keys - 500 });
    }
    expect(await sweep()).toBe(keys - rounds * 500);
    expect(await plant.sql(`select at from ${table}`)).toEqual([]);
    expect(await sweep()).toBe(0);
  },
);
