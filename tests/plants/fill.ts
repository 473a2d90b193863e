import type { TemplateTable } from "./provided.ts";

/** Returns the batch of statements that fills a migrated database with the template's rows. */
export function fillStatements(
  tables: readonly TemplateTable[],
): { sql: string; args: string[] }[] {
  return [
    // Deferred within the batch, so that the order of the tables does not matter.
    { sql: "pragma defer_foreign_keys = on", args: [] },
    ...tables.map(({ name, columns, rows }) => ({
      sql:
        `insert into "${name}" (${columns.map((column) => `"${column}"`).join(", ")}) ` +
        `select ${columns.map((_, index) => `value ->> ${index}`).join(", ")} from json_each(?)`,
      args: [rows],
    })),
  ];
}
