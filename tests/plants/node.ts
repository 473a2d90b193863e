import { copyFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { openDatabase as openFile } from "@asbuilt/node/database";
import Database from "libsql";
import { inject } from "vitest";
import type { PlantDatabase } from "./database.ts";

/** A copy of the template, opened as `asbuilt serve` opens its database file. */
export function openDatabase(): Promise<PlantDatabase> {
  const template = inject("templatePath");
  const path = join(mkdtempSync(`${template}-`), "plant.db");
  copyFileSync(template, path);
  const { executor } = openFile({ url: `file:${path}` });
  const reader = new Database(path);
  return Promise.resolve({
    runtime: "node",
    executor,
    batches: undefined,
    // A row is an object by column; the binding's types do not say so.
    sql: async (text, params) => reader.prepare(text).all(...params) as Record<string, unknown>[],
  });
}
