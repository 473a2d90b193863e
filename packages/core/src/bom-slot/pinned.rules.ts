import { Refusal } from "../refusal.ts";
import type { Merged } from "./merged.ts";
import { type Candidate, candidateInWords, copyHint, type Slot } from "./slot.ts";

/** The version of a slot after a write, and the number of works orders that were started with it. */
export interface VersionOfSlot {
  readonly major: number;
  readonly minor: number;
  readonly bom: string;
  readonly worksOrders: number;
}

/** A fault of a request: the place of the field, and the rule. */
interface Fault {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Refuses (`bom_status`) to change what a version requires once works orders were started with it.
 * It takes alternates, instructions, optional slots, and deactivations of alternates. `before` is
 * null for a slot that is new to the version.
 */
export function requireSameRequirement(
  version: VersionOfSlot,
  before: Demand | null,
  after: Demand,
  candidates: readonly Merged<Candidate>[],
): void {
  if (version.worksOrders === 0) return;
  const faults = [...demandFaults(before, after), ...candidateFaults(before, after, candidates)];
  if (faults.length === 0) return;
  const { bom, major, minor, worksOrders } = version;
  throw new Refusal(
    "bom_status",
    `Works orders were started with version ${major}.${minor} of the BoM ${bom} (${worksOrders}): ` +
      `what it requires can't change. ${copyHint}`,
    { errors: faults, members: { counts: { worksOrders } } },
  );
}

type Demand = Pick<Slot, "isActive" | "isRequired">;

const isDemanded = (slot: Demand | null) => slot !== null && slot.isActive && slot.isRequired;

/** Finds the field that makes a slot required, or no longer required. */
function demandFaults(before: Demand | null, after: Demand): Fault[] {
  if (isDemanded(before) === isDemanded(after)) return [];
  const field = before?.isRequired === after.isRequired ? "isActive" : "isRequired";
  const detail = isDemanded(after)
    ? "No slot becomes required after the first Start."
    : "A required slot stays required after the first Start.";
  return [{ pointer: `/${field}`, detail }];
}

/** The fields that an active candidate keeps, by their names in a request. */
const kept = {
  productId: "product",
  version: "version",
  useUomId: "useUom",
  qty: "qty",
  minQty: "minQty",
  maxQty: "maxQty",
} as const;

/** Finds the candidates that change, or else what makes a required slot need something else. */
function candidateFaults(
  before: Demand | null,
  after: Demand,
  candidates: readonly Merged<Candidate>[],
): Fault[] {
  // The candidates of the request come first, in its order.
  const changed = candidates.flatMap((merged, index) => changedFields(merged, index));
  if (changed.length > 0 || !isDemanded(before) || !isDemanded(after)) return changed;
  return needFaults(candidates);
}

/** Whether a required slot with these candidates is met by nothing, as `requirementOf` reads it. */
function needsNothing(candidates: readonly Candidate[]): boolean {
  const active = candidates.filter(({ isActive }) => isActive);
  const needed = active.length > 0 ? active : candidates;
  return needed.length === 0 || needed.some(({ minQty }) => minQty === 0);
}

/** Finds the candidate whose beginning or end changes whether a required slot can be met. */
function needFaults(candidates: readonly Merged<Candidate>[]): Fault[] {
  const ended = candidates.findIndex(({ before, after }) => before?.isActive && !after.isActive);
  if (ended !== -1 && !candidates.some(({ after }) => after.isActive)) {
    const name = candidateInWords(candidates[ended]!.after);
    const detail = `A required slot keeps an active candidate: ${name} is the last one.`;
    return [{ pointer: `/candidates/${ended}/isActive`, detail }];
  }
  const isFree = needsNothing(candidates.map(({ after }) => after));
  if (needsNothing(candidates.flatMap(({ before }) => before ?? [])) === isFree) return [];
  const begun = candidates.findIndex(({ before, after }) => after.isActive && !before?.isActive);
  return isFree
    ? [
        {
          pointer: `/candidates/${begun}/minQty`,
          detail: "Above 0: with this candidate, the required slot would need nothing.",
        },
      ]
    : [
        {
          pointer: `/candidates/${ended === -1 ? begun : ended}/isActive`,
          detail: "The required slot needs nothing now, and would need material.",
        },
      ];
}

function changedFields({ before, after }: Merged<Candidate>, index: number): Fault[] {
  if (!before?.isActive) return [];
  // Object.keys returns plain strings.
  const fields = Object.keys(kept) as (keyof typeof kept)[];
  return fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      pointer: `/candidates/${index}/${kept[field]}`,
      detail: "Fixed since the first Start. Add another candidate instead.",
    }));
}
