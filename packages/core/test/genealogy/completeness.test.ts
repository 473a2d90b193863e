import { expect, test } from "vitest";
import { completeness } from "../../src/genealogy/index.ts";
import type { Context } from "../../src/engine/context.ts";
import { databaseWith } from "../database/empty.ts";
import { plant } from "../engine/pumps.ts";

test("the completeness of an item that is renamed during the read is that of the item found", async () => {
  const { database, context } = databaseWith(plant);
  const rename = "update material_item set serial_key = 'renamed' where serial_key = 'pump-1'";
  const executor: Context["executor"] = {
    ...context.executor,
    read: async (statements) => {
      const found = await context.executor.read(statements.slice(0, -1));
      database.exec(rename);
      return [...found, ...(await context.executor.read(statements.slice(-1)))];
    },
  };
  const input = { visualSerialNo: "pump-1" };
  const { slots } = await completeness({ ...context, executor }, input);
  expect(slots.flatMap(({ candidates }) => candidates).map(({ built }) => built)).toEqual([0, 0]);
});
