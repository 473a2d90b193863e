import { type LoggedChange, toLoggedChange } from "../history/change.ts";
import type { RecordedChange } from "./changes.ts";

/** Something that a gate refuses unless the request allows it: the codes of the refusals. */
export type Deviation = "incomplete" | "contains_held";

/** Returns the obstacles that a change let pass, by the detail that the gates write. */
function deviationsIn({ detail }: LoggedChange): readonly Deviation[] {
  const counted = (name: string) => Number(detail?.[name] ?? 0) > 0;
  return [
    ...(counted("count") || counted("unfinishedCount") ? ["incomplete" as const] : []),
    ...(counted("heldCount") ? ["contains_held" as const] : []),
  ];
}

/** The actions that pass a gate. */
const gated: ReadonlySet<string> = new Set(["completed", "dispatched"]);

/** Finds the changes that a request allowed although a gate refuses them. */
export const deviationsOf = (changes: readonly RecordedChange[]) =>
  changes
    .filter(({ action }) => gated.has(action))
    .map((row) => ({ seq: row.id, allowed: deviationsIn(toLoggedChange(row)) }))
    .filter(({ allowed }) => allowed.length > 0);
