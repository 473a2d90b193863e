import { sha256 } from "../sha256.ts";
import { detailOf, type Target } from "./target.ts";
import type { ImportFile } from "./files.ts";
import { type ImportRow, readRows } from "./rows.ts";

/** What became of the rows of an import. */
export interface ImportTally {
  loaded: number;
  /** Rows that an earlier import had loaded. */
  already: number;
  /** `FILE:LINE: reason`, for each row that was refused. */
  readonly refused: string[];
}

/**
 * Sends each row as a request, as many at once as take effect in their order, so that what refers
 * to an earlier row finds it and a plant that is imported twice has the same ids. A row carries an
 * Idempotency-Key of its file's name and its content: it is loaded once, however often it is sent.
 */
export async function loadFile(
  target: Target,
  file: ImportFile,
  tally: ImportTally,
  /** Called after each row, with how many rows the file has. */
  onRow: (total: number) => void,
  /** How often each row has come so far, by its key: of files of one name, too, each counts. */
  seen = new Map<string, number>(),
): Promise<void> {
  const rows = readRows(file);
  const keys = rowKeys(file.name, rows, seen);
  for (let start = 0; start < rows.length; start += target.atOnce) {
    const some = rows.slice(start, start + target.atOnce);
    const outcomes = await Promise.all(
      some.map((row, index) => sendRow(target, file, row, keys[start + index]!)),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === "loaded") tally.loaded++;
      else if (outcome === "already") tally.already++;
      else tally.refused.push(`${file.name}:${some[index]!.line}: ${outcome.refused}`);
      onRow(rows.length);
    }
  }
}

/** The Idempotency-Key of each row; of equal rows each has its own. */
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

async function sendRow(
  target: Target,
  { route }: ImportFile,
  row: ImportRow,
  idempotencyKey: string,
): Promise<"loaded" | "already" | { refused: string }> {
  if ("error" in row) return { refused: row.error };
  const method = route.method.toUpperCase();
  const { path } = route;
  const response = await target.send({ method, path, body: row.body, idempotencyKey });
  if (!response.ok) return { refused: (await detailOf(response)).replaceAll(/\s+/g, " ") };
  return response.headers.has("Idempotency-Replayed") ? "already" : "loaded";
}
