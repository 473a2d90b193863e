import Database from "libsql";
import { inject } from "vitest";
import type { PlantDatabase } from "./database.ts";
import { checkDocumented } from "./documented.ts";
import { openFileCopy } from "./file-copy.ts";
import { openFolder } from "./folder.ts";

/** Opens a copy of the template as `asbuilt serve` opens its database file. */
export function openDatabase(): Promise<PlantDatabase> {
  const { path, executor } = openFileCopy(inject("templatePath"));
  const reader = new Database(path);
  return Promise.resolve({
    runtime: "node",
    executor,
    batches: undefined,
    checkDocumented,
    ...openFolder(),
    // A row is an object by column. The binding's types do not say so.
    sql: async (text, params) => reader.prepare(text).all(...params) as Record<string, unknown>[],
  });
}
