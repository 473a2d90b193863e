import { canonicalSpelling } from "@asbuilt/http";
import { sha256 } from "../sha256.ts";
import type { ImportFile, ImportRoute } from "./files.ts";
import { type ImportRow, readImportRows } from "./rows.ts";
import { sendUpsert } from "./send.ts";
import { findStored, type StoredRecord } from "./stored.ts";
import { problemOf, type Target } from "./target.ts";

/** The outcomes of an import's rows. */
export interface ImportTally {
  loaded: number;
  /** Rows that an earlier import loaded. */
  already: number;
  /** For each refused row, `FILE:LINE: reason` or a line for each of its columns that is at fault. */
  readonly refused: (readonly string[])[];
  /** `FILE:LINE: warning: reason` for each row with a cell to look at. */
  readonly warnings: string[];
  /** Whether the service has refused a field to which it knows none that is near. */
  hasUnknownField: boolean;
  /** How the file was read, where that is not as usual. */
  manner: readonly string[];
}

export const newTally = (): ImportTally => ({
  loaded: 0,
  already: 0,
  refused: [],
  warnings: [],
  hasUnknownField: false,
  manner: [],
});

/**
 * Sends each row as a request. Rows take effect in order: a row can refer to an earlier one, and
 * each import of a plant yields the same ids. A row's Idempotency-Key consists of its file's name
 * and the hash of its content, so that it is loaded only once.
 */
export async function loadFile(
  target: Target,
  file: ImportFile,
  tally: ImportTally,
  /** Called after each row, with the number of rows in the file. */
  onRow: (total: number) => void,
  {
    seen = new Map(),
    isUpdating = false,
  }: {
    /** The occurrences of each row so far, by its key, over all files of one name. */
    readonly seen?: Map<string, number>;
    /** Whether a row that names a record changes it. Otherwise it must be equal to it. */
    readonly isUpdating?: boolean;
  } = {},
): Promise<void> {
  const { rows, manner, columns } = readImportRows(file);
  tally.manner = manner;
  const keys = rowKeys(file.name, rows, seen);
  for (let start = 0; start < rows.length; start += target.inFlightMax) {
    const batch = rows.slice(start, start + target.inFlightMax);
    // Looked up before any is sent: a row that is found later would be sent after those behind it.
    const stored = isUpdating ? await Promise.all(batch.map((row) => find(target, file, row))) : [];
    const outcomes = await Promise.all(
      batch.map((row, index) =>
        sendRow(target, file.route, row, {
          columns,
          key: keys[start + index]!,
          stored: stored[index],
        }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const row = batch[index]!;
      const at = `${file.name}:${row.line}`;
      if ("warning" in row) tally.warnings.push(`${at}: warning: ${row.warning}`);
      if (outcome === "loaded") tally.loaded++;
      else if (outcome === "already") tally.already++;
      else {
        tally.refused.push(outcome.refused.map((reason) => `${at}: ${reason}`));
        tally.hasUnknownField ||= outcome.hasUnknownField ?? false;
      }
      onRow(rows.length);
    }
  }
}

/** Returns the Idempotency-Key of each row. Equal rows have different keys. */
export function rowKeys(
  name: string,
  rows: readonly ImportRow[],
  seen = new Map<string, number>(),
): string[] {
  return rows.map((row) => {
    const content = "body" in row ? row.body : "";
    const key = `${name}:${sha256(content, "hex")}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence === 1 ? key : `${key}:${occurrence}`;
  });
}

type Outcome =
  | "loaded"
  | "already"
  | { readonly refused: readonly string[]; readonly hasUnknownField?: boolean };

interface Sending {
  readonly columns: readonly string[] | undefined;
  readonly key: string;
  /** The record that the row names, where rows change those. */
  readonly stored: StoredRecord | undefined;
}

const find = async (target: Target, { route }: ImportFile, row: ImportRow) =>
  "errors" in row ? undefined : findStored(target, route, row.body);

async function sendRow(
  target: Target,
  route: ImportRoute,
  row: ImportRow,
  { columns, key: idempotencyKey, stored }: Sending,
): Promise<Outcome> {
  if ("errors" in row) return { refused: row.errors };
  const { body } = row;
  if (stored?.isEqual) return "already";
  const response = await sendUpsert(target, route, {
    body,
    stored,
    // An update of one revision is another request than the creation, or the update of the next.
    idempotencyKey: stored ? `${idempotencyKey}:r${stored.revNo}` : idempotencyKey,
  });
  if (response.ok) return response.headers.has("Idempotency-Replayed") ? "already" : "loaded";
  const { detail, code, errors } = await problemOf(response);
  if (code === "duplicate" && (await findStored(target, route, body))?.isEqual) return "already";
  const reasons = errors?.map((error) => reasonAt(error.pointer, error.detail, columns)) ?? [];
  const refused = reasons.length > 0 ? reasons : [detail];
  return {
    refused: refused.map((reason) => reason.replaceAll(/\s+/g, " ")),
    hasUnknownField: errors?.some((error) => error.detail === "Unknown field.") ?? false,
  };
}

/** Returns a reason after the column of a CSV file that it is about, or after its JSON pointer. */
function reasonAt(pointer: string, reason: string, columns: readonly string[] | undefined): string {
  if (pointer === "") return reason;
  if (!columns) return `${pointer}: ${reason}`;
  const [, field = "", ...within] = pointer.split("/");
  const index = columns.findIndex((name) => canonicalSpelling(name) === canonicalSpelling(field));
  if (index < 0) return `${field}, which is no column: ${reason}`;
  const place = [`${columns[index]}, column ${index + 1}`, ...within].join("/");
  return `${place}: ${reason}`;
}
