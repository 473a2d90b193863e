import type { Logged } from "../database/executor.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { linesIn, refRecords } from "../engine/record.ts";
import { Refusal } from "../refusal.ts";

/**
 * The write under a reference: its path, and the decision and log rows that its answer is made
 * from.
 */
export interface DoneUnder {
  readonly path: string;
  readonly at: number;
  readonly userId: number;
  readonly decision: unknown;
  readonly logged: readonly Logged[];
}

/** Finds the write under another system's reference; refuses (`not_found`) an unknown reference. */
export async function getExternalRef(
  context: Context,
  { system, id }: { readonly system: string; readonly id: string },
): Promise<DoneUnder> {
  const names = JSON.stringify([[system, id]]);
  const [rowsOf, logsOf] = [refRecords.rows({ names }), refRecords.logs({ names })];
  const [rows, logs] = await readChecked(context, [rowsOf, logsOf]);
  const [found] = rows!.map(rowsOf.row);
  if (!found) throw new Refusal("not_found", `No request of ${system} has the reference ${id}.`);
  const [line] = linesIn(found.decision, logs!.map(logsOf.row));
  // Only a write that took effect is recorded under a reference.
  if (!line || "refused" in line) throw new Error("The reference has no decision.");
  const { path, at, userId } = found;
  return { path, at, userId, decision: line.decision, logged: line.logged };
}
