import { Refusal } from "../refusal.ts";

/** Refuses (`inactive`) to use anew what has been retired. `what` begins the sentence. */
export function requireActive({ isActive }: { readonly isActive: boolean }, what: string): void {
  if (!isActive) throw new Refusal("inactive", `${what} is not active.`);
}
