import { refusalAt } from "../refusal.ts";

/**
 * Refuses (`inactive`) to use anew what has been retired. `what` begins the sentence; `pointer` is
 * where the body names it, if it does.
 */
export function requireActive(
  { isActive }: { readonly isActive: boolean },
  what: string,
  pointer?: string,
): void {
  if (!isActive) throw refusalAt("inactive", pointer, `${what} is not active.`);
}
