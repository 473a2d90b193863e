import type { Slot } from "./bom.ts";
import type { SlotUpsert } from "./draft.rules.ts";

/** Returns the request that makes a slot like another one, in another version of the same BoM. */
export function copyOf(slot: Slot, version: { readonly id: number; readonly version: string }) {
  const { id: _, revNo: __, candidates, Properties, ...fields } = slot;
  return {
    ...fields,
    version: version.version,
    bomVersionID: version.id,
    candidates: candidates.map(({ id: ___, revNo: ____, bomSlotID: _____, ...own }) => own),
    Properties: Properties.map(({ property, value }) => ({ property, value })),
  } satisfies SlotUpsert;
}
