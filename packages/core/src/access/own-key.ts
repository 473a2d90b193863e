import { type Context, readChecked } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { type Key, keysById } from "./key.ts";

/** Reads the key of the caller. Refuses (`unauthorized`) a caller without one. Source: design 5. */
export async function ownKey(context: Context): Promise<Key> {
  const own = keysById({ ids: JSON.stringify([context.principal.keyId]) });
  const [rows] = await readChecked(context, [own]);
  const row = rows?.[0];
  if (!row) throw new Refusal("unauthorized", "The caller has no key.");
  return own.row(row);
}
