import { type Context, readChecked } from "../engine/index.ts";
import { linesOf, type RecordedLine, refRecords } from "../engine/record.ts";
import { Refusal } from "../refusal.ts";

/** The write under a reference: its path, and its answer or what that is made from. */
export interface DoneUnder {
  readonly path: string;
  readonly at: number;
  readonly userId: number;
  readonly line: Exclude<RecordedLine, { readonly refused: unknown }>;
}

/** Finds the write under another system's reference; refuses (`not_found`) an unknown reference. */
export async function getExternalRef(
  context: Context,
  { system, id }: { readonly system: string; readonly id: string },
): Promise<DoneUnder> {
  const names = JSON.stringify([[system, id]]);
  const records = refRecords(names);
  const [rows] = await readChecked(context, [records]);
  const [found] = rows!.map(records.row);
  if (!found) throw new Refusal("not_found", `No request of ${system} has the reference ${id}.`);
  const [line] = linesOf(found);
  // Only a write that took effect is recorded under a reference.
  if (!line || "refused" in line) throw new Error("The reference has no answer.");
  const { path, at, userId } = found;
  return { path, at, userId, line };
}
