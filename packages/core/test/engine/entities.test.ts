import { getTableName } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { entities, owners } from "../../src/engine/entities.ts";

test("a part's column leads to the record that it is said to belong to", () => {
  for (const [part, { entity, column }] of Object.entries(owners)) {
    const own = column();
    const keys = getTableConfig(own.table).foreignKeys.map((key) => key.reference());
    const owner = keys.find(({ columns }) => columns[0] === own)?.foreignTable;
    expect(owner && getTableName(owner), part).toBe(getTableName(entities[entity]));
  }
});
