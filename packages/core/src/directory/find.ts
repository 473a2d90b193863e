import { type Executor, rowsOf } from "../database/executor.ts";
import { callerOfIdentity, type TokenCaller } from "../access/authenticate.ts";
import type { Identity } from "./let-in.ts";

export type { TokenCaller } from "../access/authenticate.ts";

/**
 * Finds the caller with a token of the directory, which expires at that time, in one round trip;
 * undefined if it was never let in.
 */
export async function findTokenCaller(
  executor: Pick<Executor, "read">,
  identity: Identity,
  tokenExpiresAt: number,
): Promise<TokenCaller | undefined> {
  const [found] = await rowsOf(executor, callerOfIdentity(identity, tokenExpiresAt));
  return found;
}
