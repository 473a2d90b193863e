import type { Bound } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import {
  type Context,
  type KeyBounds,
  type Principal,
  readChecked,
  rightsOf,
  rightsSql,
  stampSql,
} from "../engine/index.ts";

// Written out as SQL: a start reads it first, and does not need Drizzle for it.
export const keyByHash = (hash: string): Bound<Principal> => ({
  sql: `select api_key.id, user_id, role, addresses, external_systems, operations,
    ${stampSql}, ${rightsSql}
    from api_key join user on user.id = api_key.user_id where hash = ?`,
  params: [hash],
  // The columns are those of the select.
  row: (raw) => {
    const [keyId, userId, role, ...texts] = raw as [number, number, string, ...(string | null)[]];
    const bounds = texts.slice(0, 3);
    const rights = rightsOf(role, texts[3] ?? null, texts[4] ?? null);
    return {
      keyId,
      userId,
      role,
      ...(rights && { rights }),
      ...(bounds.some((bound) => bound !== null) && { bounds: boundsOf(bounds) }),
    };
  },
});

/** Returns the bounds of a key from their columns: arrays of texts, as JSON. */
function boundsOf(columns: readonly (string | null)[]): KeyBounds {
  const [addresses, externalSystems, operations] = columns.map((text) =>
    text === null ? undefined : (JSON.parse(text) as string[]),
  );
  return { addresses, externalSystems, operations };
}

/**
 * Finds the principals of keys by their hashes, SHA-256 in lower-case hexadecimal, in one round
 * trip; undefined for each unknown key. A key can be invalid by now: the load of each request checks
 * that.
 */
export async function findKeys(
  executor: Executor,
  hashes: readonly string[],
): Promise<(Principal | undefined)[]> {
  const asked = hashes.map(keyByHash);
  const results = await executor.read(asked);
  return results.map(([row], index) => row && asked[index]!.row(row));
}

/** Refuses (`unauthorized`) a key that is not valid, for a request that reads nothing else. */
export async function requireKey(
  context: Pick<Context, "executor" | "principal" | "now">,
): Promise<void> {
  await readChecked(context, []);
}
