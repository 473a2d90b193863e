import { Refusal } from "./refusal.ts";

/**
 * Refuses (`in_use`) to delete what other records refer to, with how many of each kind.
 * `what` names the record, as it begins a sentence; `hint` says what can be done instead.
 */
export function requireUnused(
  what: string,
  counts: Readonly<Record<string, number>>,
  hint = "To retire it, set isActive to false.",
): void {
  const using = Object.entries(counts).filter(([, count]) => count > 0);
  if (using.length === 0) return;
  const list = using.map(([kind, count]) => `${kind} ${count}`).join(", ");
  throw new Refusal("in_use", `${what} is in use (${list}). ${hint}`, {
    members: { counts: Object.fromEntries(using) },
  });
}
