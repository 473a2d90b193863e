import { Refusal } from "../refusal.ts";

/**
 * Refuses (`in_use`) to delete what other records refer to, with how many of each kind.
 * `what` names the record, as it begins a sentence; `hint` says what can be done instead.
 */
export function requireUnused(
  what: string,
  counts: Readonly<Record<string, number>>,
  hint = "To retire it, set isActive to false.",
): void {
  const using = usesOf(counts);
  if (!using) return;
  const list = Object.entries(using)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
  throw new Refusal("in_use", `${what} is in use (${list}). ${hint}`, {
    members: { counts: using },
  });
}

/** The counts of those that do refer to a record; undefined where none does. */
export function usesOf(
  counts: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> | undefined {
  const using = Object.entries(counts).filter(([, count]) => count > 0);
  return using.length > 0 ? Object.fromEntries(using) : undefined;
}
