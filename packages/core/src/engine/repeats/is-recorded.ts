import type { Context } from "../context.ts";
import { readChecked } from "../read/checked.ts";
import { recordedFor } from "./recorded.ts";

/**
 * Returns whether a request repeats an earlier one under its Idempotency-Key or its reference. Then a
 * command is answered from the record, and what is checked before it is not checked again. Refuses
 * what the command would refuse of these names.
 */
export async function isRecorded(context: Context): Promise<boolean> {
  const { idempotency, externalRefs } = context;
  if (!idempotency && !externalRefs) return false;
  const records = recordedFor([context]);
  const recorded = records.read(await readChecked(context, records.statements));
  const ref = externalRefs?.[0];
  return (recorded.ofKey(context) ?? (ref && recorded.ofRef(ref, context))) !== undefined;
}
