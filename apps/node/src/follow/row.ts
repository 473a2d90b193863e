import { isContained } from "@asbuilt/table";
import { rowsFor } from "../export/files.ts";
import type { Listed } from "../import/list.ts";
import { sha256 } from "../sha256.ts";
import { upsertOf } from "./own.ts";
import type { Outcome } from "./report.ts";

/** The fields of a record as its Upsert takes them, without ids. */
export type Row = Readonly<Record<string, unknown>>;

const rows = new Map<string, (record: Listed) => Row>();

/** Returns a record of the owner as a row of its Upsert here, without the ids of its plant. */
export function rowOf(resource: string, record: Listed): Row {
  let toRow = rows.get(resource);
  // To read the columns from the contract takes a while.
  if (!toRow) rows.set(resource, (toRow = rowsFor(upsertOf(resource))));
  return toRow(record);
}

/** Returns a row without some fields. */
export const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** Returns the fields of a row whose values are others in a record here. */
export const fieldsThatDiffer = (row: Row, ours: Listed): string[] =>
  Object.keys(row).filter((name) => !isContained(row[name], ours[name]));

/** Returns those fields of a row. */
export const only = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Returns the digest of what the owner has. */
export const digestOf = (row: unknown): string => sha256(JSON.stringify(row), "hex").slice(0, 16);

/**
 * Returns what it is to make a record here equal: if the owner has what it had when the record was
 * last kept, the record was changed here.
 */
export const changeOf = (
  kept: { readonly digest?: string | undefined } | undefined,
  digest: string,
): Outcome => {
  if (!kept) return "adopted";
  return kept.digest === digest ? "setBack" : "updated";
};
