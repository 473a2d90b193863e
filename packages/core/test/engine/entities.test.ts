import { getTableConfig } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { entities, owners } from "../../src/engine/entities.ts";

test("a part's column leads to the record that it is said to belong to", () => {
  for (const [part, { entity, column }] of Object.entries(owners)) {
    const keys = getTableConfig(column.table).foreignKeys.map((key) => key.reference());
    const owner = keys.find(({ columns }) => columns[0] === column)?.foreignTable;
    expect(owner, part).toBe(entities[entity]);
  }
});
