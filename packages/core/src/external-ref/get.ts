import type { Logged } from "../database/executor.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { linesIn, refRecords } from "../engine/record.ts";
import { Refusal } from "../refusal.ts";

/** What was done under a reference: the path that was asked, and what gives its answer again. */
export interface DoneUnder {
  readonly path: string;
  readonly at: number;
  readonly userId: number;
  readonly decision: unknown;
  readonly logged: readonly Logged[];
}

/** What was done under a reference of another system; refuses (`not_found`) one that is unknown. */
export async function getExternalRef(
  context: Context,
  { system, id }: { readonly system: string; readonly id: string },
): Promise<DoneUnder> {
  const names = JSON.stringify([[system, id]]);
  const [rowsOf, logsOf] = [refRecords.rows({ names }), refRecords.logs({ names })];
  const [rows, logs] = await readChecked(context, [rowsOf, logsOf]);
  const [found] = rows!.map(rowsOf.row);
  if (!found) throw new Refusal("not_found", `Nothing was sent by ${system} as ${id}.`);
  const [line] = linesIn(found.decision, logs!.map(logsOf.row));
  // Under a reference only what took effect is recorded.
  if (!line || "refused" in line) throw new Error("The reference has no decision.");
  const { path, at, userId } = found;
  return { path, at, userId, decision: line.decision, logged: line.logged };
}
