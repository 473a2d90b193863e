import {
  type Change,
  create,
  differences,
  type Pending,
  remove,
  storedFields,
  storedRow,
  update,
} from "../engine/index.ts";
import type { Merged } from "./merged.ts";
import type { Candidate } from "./slot.ts";

/**
 * Returns the changes of merged candidates. Updates come first, grouped by their fields: updates of
 * the same fields are written as one. Then come creations, in their order in the request.
 */
export function candidateChanges(
  candidates: readonly Merged<Candidate>[],
  bomSlotId: number | Pending,
): Change[] {
  const changed = candidates.flatMap(({ before, after }) => {
    if (!before) return [];
    const patch = differences("SlotCandidate", before, after);
    const fields = Object.keys(patch).join(" ");
    return fields === "" ? [] : { before, patch, fields };
  });
  const updates = [...Map.groupBy(changed, ({ fields }) => fields).values()]
    .flat()
    .map(({ before, patch }) => update("SlotCandidate", before, patch, { action: "updated" }));
  const creations = candidates.flatMap(({ before, after }) =>
    before
      ? []
      : create(
          "SlotCandidate",
          { ...storedFields("SlotCandidate", after), bomSlotId },
          { action: "created" },
        ),
  );
  return [...updates, ...creations];
}

/** Returns the candidates after the change. The last logged ids are those of the new ones. */
export function mergedCandidates(
  candidates: readonly Merged<Candidate>[],
  slotId: number,
  logged: readonly { readonly id: number }[],
): Candidate[] {
  const created = candidates.filter(({ before }) => !before).length;
  let next = logged.length - created;
  return candidates.map(({ before, after }) => {
    if (!before) return { ...after, id: logged[next++]!.id, revNo: 1, bomSlotId: slotId };
    const isChanged = Object.keys(differences("SlotCandidate", before, after)).length > 0;
    return { ...after, revNo: before.revNo + (isChanged ? 1 : 0) };
  });
}

/** Returns the change that deletes a candidate. */
export const removeCandidate = (candidate: Candidate): Change =>
  remove("SlotCandidate", storedRow("SlotCandidate", candidate), { action: "deleted" });
