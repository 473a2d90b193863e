import { expect, test } from "vitest";
import { webSha256 } from "../../src/index.ts";
import { alteredIn } from "../../src/audit/schema.ts";
import { databaseWith } from "../database/empty.ts";

/** Returns the problems of a schema that is altered after the migrations. */
async function problemsAfter(alteration: string): Promise<string[]> {
  const { context } = databaseWith(alteration);
  const altered = await alteredIn(context.executor, webSha256);
  return altered.map(({ problem }) => problem);
}

test("the generated schema is the migrations' (else: pnpm generate, in packages/core)", async () => {
  expect(await problemsAfter("")).toEqual([]);
});

test.each([
  ["drop trigger change_log_update", "it is damaged: its trigger change_log_update is not"],
  ["drop index bom_name", "it is damaged: its index bom_name is not as asbuilt makes it"],
  ["drop index bom_name; create index bom_name on bom (name_key)", "its index bom_name is not"],
  ["alter table bom add column note text", "it is damaged: its table bom is not as asbuilt makes"],
  [
    'create trigger "a b" after insert on bom begin delete from bom; end',
    "it was tampered with: its trigger a b is not one that asbuilt makes",
  ],
  [
    "create trigger bom_name after insert on bom begin delete from bom; end",
    "it was tampered with: its trigger bom_name is not one that asbuilt makes",
  ],
  [
    `pragma writable_schema = on; insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values
      ('Trigger', 'hidden', 'bom', 0, 'create trigger hidden after insert on bom begin select 1; end')`,
    "it was tampered with: its trigger hidden is not one that asbuilt makes",
  ],
])("a difference from the migrations is reported: %s", async (alteration, problem) => {
  expect(await problemsAfter(alteration)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  "create table note (text); create index note_text on note (text); create view v as select 1",
  `drop index bom_name;
    CREATE UNIQUE INDEX \`bom_name\`   ON \`bom\`\r\n(\`parent_product_id\`,\`name_key\`)`,
])("foreign tables and indexes, and other line breaks, are allowed: %s", async (alteration) => {
  expect(await problemsAfter(alteration)).toEqual([]);
});
