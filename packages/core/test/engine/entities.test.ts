import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { actionLists } from "../../src/engine/actions.ts";
import { entities, owners } from "../../src/engine/entities.ts";
import { emptyDatabase } from "../database/empty.ts";

test("a part's column refers to the table of its owner", () => {
  for (const [part, { entity, column }] of Object.entries(owners)) {
    const own = column();
    const keys = getTableConfig(own.table).foreignKeys.map((key) => key.reference());
    const owner = keys.find(({ columns }) => columns[0] === own)?.foreignTable;
    expect(owner && getTableName(owner), part).toBe(getTableName(entities[entity]));
  }
});

test.for([
  ["change_log_renamed", actionLists.renaming],
  ["change_log_action", actionLists.frequent],
])("the index %s has the list of actions that queries repeat: %s", ([index, list]) => {
  const { sql } = emptyDatabase()
    .prepare("select sql from sqlite_schema where name = ?")
    .get(index) as { sql: string };
  expect(sql).toContain(list);
});
