import type { Logged } from "../database/executor.ts";
import {
  type Change,
  claim,
  create,
  differences,
  own,
  storedFields,
  update,
} from "../engine/index.ts";
import { countingVerb } from "../rules/in-use.ts";
import { candidateChanges, mergedCandidates } from "./candidate-changes.ts";
import { sortedById, slotWritten } from "./merged.ts";
import { propertyChanges, propertyDetail } from "./properties.ts";
import type { Slot } from "./slot.ts";
import { loadSlotUpsert } from "./upsert.facts.ts";
import { decideSlotUpsert, type SlotUpsertDecision } from "./upsert.rules.ts";

function write({ before, after, versions, candidates, properties }: SlotUpsertDecision): Change[] {
  const written = {
    detail: propertyDetail(properties),
    parts: propertyChanges(properties, before?.id ?? own.id),
  };
  const slot = before
    ? update("BomSlot", before, differences("BomSlot", before, after), {
        action: "updated",
        ...written,
      })
    : create("BomSlot", storedFields("BomSlot", after), { action: "created", ...written });
  const slotId = before?.id ?? slot.id;
  return [
    slot,
    ...versions.map((version) => claim("BomVersion", version, slotWritten(slotId))),
    ...candidateChanges(candidates, slotId),
  ];
}

function answer(
  { after, candidates, properties }: SlotUpsertDecision,
  logged: readonly Logged[],
): Slot {
  const { id } = logged[0]!;
  return {
    ...after,
    id,
    candidates: sortedById(mergedCandidates(candidates, id, logged)),
    properties: sortedById(properties.map((merged) => ({ ...merged.after, bomSlotId: id }))),
  };
}

/** Creates or updates a slot with its parts. Source: spec.md, PUT /api/BomSlot/Upsert. */
export const upsertSlot = countingVerb({
  conflicts: {
    of: ["BomSlot/Upsert"],
    claims: { BomSlot: "", BomVersion: "of a move: both", SlotCandidate: "those that change" },
    asserts: {
      Bom: "of a new or moved slot",
      Product: "of that BoM, or of a candidate",
      BuildSlotType: "if new",
      UnitOfMeasure: "of a candidate",
      PropertyDefinition: "",
    },
    absences: {
      buildsOfSlot: "when the slot moves",
      buildsOfCandidate: "when its product, version or unit changes",
    },
  },
  load: loadSlotUpsert,
  decide: decideSlotUpsert,
  write,
  answer,
  // Only an update can change nothing.
  present: ({ before }) => before!,
});
