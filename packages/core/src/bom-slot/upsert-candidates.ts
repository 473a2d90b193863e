import type { Logged } from "../database/executor.ts";
import { type Change, claim, type RowsOf } from "../engine/index.ts";
import { countingVerb } from "../rules/in-use.ts";
import { requireWithinLimits } from "../rules/limits.ts";
import { candidateChanges, mergedCandidates } from "./candidate-changes.ts";
import { type CandidateMerge, mergeCandidates } from "./candidates.rules.ts";
import {
  type CandidateInput,
  candidateTexts,
  loadCandidates,
  resolveCandidates,
} from "./candidates.ts";
import { slotWritten } from "./merged.ts";
import { requireSameRequirement } from "./pinned.rules.ts";
import {
  type Candidate,
  requireSlot,
  storedSlotsById,
  type StoredSlot,
  versionOf,
} from "./slot.ts";

export interface UpsertCandidatesInput {
  readonly bomSlotID: number;
  /** The revision of the slot that was read; without it, the slot is changed as it is. */
  readonly revNo?: number | undefined;
  readonly candidates: readonly CandidateInput[];
}

function load(inputs: readonly UpsertCandidatesInput[], isCounted: boolean) {
  const ids = inputs.map(({ bomSlotID }) => bomSlotID);
  return {
    slots: storedSlotsById({ ids: JSON.stringify(ids), isCounted }),
    ...loadCandidates(
      ids,
      inputs.flatMap(({ candidates }) => candidates),
    ),
  };
}
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision extends CandidateMerge {
  readonly slot: StoredSlot;
}

/**
 * Decides the candidates. Refuses `validation_failed` (a text over the endpoint's limit),
 * `not_found`, `stale_revision`, `details_contradict`, as `mergeCandidates` does, and `bom_status`.
 */
function decide(facts: Facts, { bomSlotID, revNo, candidates }: UpsertCandidatesInput): Decision {
  requireWithinLimits(
    candidateTexts(
      facts.slots.find(({ id }) => id === bomSlotID),
      candidates,
    ),
  );
  const slot = requireSlot(facts.slots, bomSlotID, "/bomSlotID", revNo);
  const resolved = resolveCandidates(slot, candidates, facts);
  const merge = mergeCandidates(slot.candidates, resolved);
  requireSameRequirement(slot, slot, slot, merge.candidates);
  return { ...merge, slot };
}

const write = ({ slot, candidates }: Decision): Change[] => [
  claim("BomSlot", slot, { action: "candidatesChanged" }),
  claim("BomVersion", versionOf(slot), slotWritten(slot.id)),
  ...candidateChanges(candidates, slot.id),
];

/** Where nothing changes, the candidates of the request as they are. */
const present = ({ candidates }: Decision): Candidate[] =>
  candidates.filter(({ isGiven }) => isGiven).map(({ after }) => after);

const answer = ({ slot, candidates }: Decision, logged: readonly Logged[]): Candidate[] => {
  const after = mergedCandidates(candidates, slot.id, logged);
  return after.filter((candidate, index) => {
    const { before, isGiven } = candidates[index]!;
    return isGiven || before?.isDefault !== candidate.isDefault;
  });
};

/**
 * Creates or updates candidates of a slot. Returns those of the request, in its order, and then the
 * one that is no longer the default. Source: spec.md, PUT /api/BomSlot/UpsertCandidates.
 */
export const upsertCandidates = countingVerb({
  conflicts: {
    of: ["BomSlot/UpsertCandidates"],
    claims: { BomSlot: "", BomVersion: "", SlotCandidate: "those that change" },
    asserts: { Product: "of a candidate", UnitOfMeasure: "of a candidate" },
    absences: { buildsOfCandidate: "when its product, version or unit changes" },
  },
  load,
  decide,
  write,
  answer,
  present,
});
