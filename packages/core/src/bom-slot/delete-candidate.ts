import { type Absence, type Change, claim, type RowsOf, verb } from "../engine/index.ts";
import { requireCurrent } from "../rules/current.ts";
import { requireUnused } from "../rules/in-use.ts";
import { refusalAt } from "../refusal.ts";
import { removeCandidate } from "./candidate-changes.ts";
import { slotWritten } from "./merged.ts";
import {
  type Candidate,
  candidateInWords,
  storedSlotsOfCandidates,
  type StoredCandidate,
  type StoredSlot,
  versionOf,
} from "./slot.ts";

export interface DeleteCandidateInput {
  readonly ID: number;
  /** The revision that was read; without it, the candidate is deleted as it is. */
  readonly revNo?: number | undefined;
}

const load = (inputs: readonly DeleteCandidateInput[]) => ({
  slots: storedSlotsOfCandidates({
    candidates: JSON.stringify(inputs.map(({ ID }) => ID)),
    isCounted: true,
  }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly absences: readonly Absence[];
  readonly slot: StoredSlot;
  readonly candidate: StoredCandidate;
}

/** Decides a deletion. Refuses `not_found`, `stale_revision` and `in_use`. */
function decide(
  { slots }: RowsOf<ReturnType<typeof load>>,
  { ID, revNo }: DeleteCandidateInput,
): Decision {
  for (const slot of slots) {
    const candidate = slot.candidates.find(({ id }) => id === ID);
    if (!candidate) continue;
    requireCurrent("SlotCandidate", candidate, revNo, `Candidate ${ID}`);
    const { builds } = candidate;
    const subject = `The candidate ${candidateInWords(candidate)} of "${slot.description}"`;
    requireUnused(subject, { builds, worksOrders: slot.worksOrders });
    return { asserts: [], absences: [["buildsOfCandidate", ID]], slot, candidate };
  }
  throw refusalAt("not_found", "/ID", `No slot candidate has the id ${ID}.`);
}

const write = ({ slot, candidate }: Decision): Change[] => [
  claim("BomSlot", slot, { action: "candidatesChanged" }),
  claim("BomVersion", versionOf(slot), slotWritten(slot.id)),
  removeCandidate(candidate),
];

const answer = ({ candidate }: Decision): Candidate => candidate;

/**
 * Deletes an unused candidate, and returns it as it was.
 * Source: spec.md, DELETE /api/BomSlot/DeleteCandidate.
 */
export const deleteCandidate = verb({
  conflicts: {
    of: ["BomSlot/DeleteCandidate"],
    claims: { BomSlot: "", BomVersion: "", SlotCandidate: "" },
    absences: { buildsOfCandidate: "" },
  },
  load,
  decide,
  write,
  answer,
});
