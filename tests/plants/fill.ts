import type { TemplateTable } from "./provided.ts";

/** Returns the rows of a table as JSON, which has no bytes: they are objects of hexadecimal. */
export const rowsAsJson = (rows: readonly (readonly unknown[])[]): string =>
  JSON.stringify(
    rows.map((row) =>
      row.map((value) =>
        value instanceof Uint8Array || value instanceof ArrayBuffer
          ? { hex: Buffer.from(value as Uint8Array).toString("hex") }
          : value,
      ),
    ),
  );

/** SQL of the value at a place of such a row. */
export const valueAt = (place: number): string =>
  `iif(json_type(value, '$[${place}]') = 'object', unhex(value ->> '$[${place}].hex'), value ->> ${place})`;

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
        `select ${columns.map((_, index) => valueAt(index)).join(", ")} from json_each(?)`,
      args: [rows],
    })),
  ];
}
