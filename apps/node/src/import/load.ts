import { createHash } from "node:crypto";
import type { Target } from "../target.ts";
import type { ImportFile } from "./files.ts";
import { readRows, type ImportRow } from "./rows.ts";

/** What became of the rows of an import. */
export interface ImportTally {
  loaded: number;
  /** Rows that an earlier import had loaded. */
  already: number;
  /** `FILE:LINE: reason`, for each row that was refused. */
  readonly refused: string[];
}

/**
 * Sends each row as a request. A row carries an Idempotency-Key of its file and content, so that
 * it is loaded once, however often it is sent; of equal rows in a file each counts.
 */
export async function loadFile(
  target: Target,
  file: ImportFile,
  tally: ImportTally,
  /** Called after each row, with how many rows the file has. */
  onRow: (total: number) => void,
): Promise<void> {
  const rows = readRows(file.name, file.text, file.route);
  const keys = rowKeys(file.name, rows);
  const postponed: number[] = [];
  const send = async (index: number, isLast: boolean) => {
    const outcome = await sendRow(target, file, rows[index]!, keys[index]!);
    if (outcome === "loaded") tally.loaded++;
    else if (outcome === "already") tally.already++;
    else if (isLast) tally.refused.push(`${file.name}:${rows[index]!.line}: ${outcome.refused}`);
    else return postponed.push(index);
    return onRow(rows.length);
  };
  await inParallel(target.concurrency, rows.length, (index) => send(index, false));
  // A row may rest on one that was still under way: what was refused is tried again, in order.
  for (const index of postponed.toSorted((left, right) => left - right)) await send(index, true);
}

/** Runs the work for 0 to count - 1, so many at a time, begun in order. */
async function inParallel(width: number, count: number, work: (index: number) => Promise<unknown>) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}

function rowKeys(name: string, rows: readonly ImportRow[]): string[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const content = "error" in row ? row.error : JSON.stringify(row.body);
    const hash = createHash("sha256").update(content).digest("hex");
    const occurrence = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, occurrence);
    return `${name}:${hash}${occurrence === 1 ? "" : `:${occurrence}`}`;
  });
}

async function sendRow(
  target: Target,
  { route }: ImportFile,
  row: ImportRow,
  idempotencyKey: string,
): Promise<"loaded" | "already" | { refused: string }> {
  if ("error" in row) return { refused: row.error };
  const { method, path } = route;
  const response = await target.send({ method: method.toUpperCase(), path, body: row.body, idempotencyKey });
  const answer = (await response.json()) as { detail?: string };
  if (!response.ok) return { refused: answer.detail ?? `status ${response.status}` };
  return response.headers.has("Idempotency-Replayed") ? "already" : "loaded";
}
