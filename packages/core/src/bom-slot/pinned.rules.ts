import { compulsory } from "../completeness/evidence.ts";
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

type Demand = Pick<Slot, "isActive" | "isRequired" | "edhrBomRequired" | "edhrBuildRequired">;

/** The fields that make units need something of a slot, and whether they do. */
const demands = {
  isRequired: ({ isRequired }: Demand) => isRequired,
  edhrBomRequired: ({ edhrBomRequired }: Demand) => edhrBomRequired === compulsory,
  edhrBuildRequired: ({ edhrBuildRequired }: Demand) => edhrBuildRequired === compulsory,
} as const;
type DemandField = keyof typeof demands;
// Object.keys returns plain strings.
const demandFields = Object.keys(demands) as DemandField[];

const isDemanded = (slot: Demand | null, field: DemandField) =>
  slot !== null && slot.isActive && demands[field](slot);

/** Finds the fields that make a slot required or compulsory, or no longer so. */
function demandFaults(before: Demand | null, after: Demand): Fault[] {
  const changed = demandFields.filter((one) => isDemanded(before, one) !== isDemanded(after, one));
  const isOfActive = before !== null && before.isActive !== after.isActive;
  const faults = changed.map((field) => {
    const word = field === "isRequired" ? "required" : "compulsory";
    const isSame = before !== null && demands[field](before) === demands[field](after);
    const detail = isDemanded(after, field)
      ? `No slot becomes ${word} after the first Start.`
      : `A ${word} slot stays ${word} after the first Start.`;
    return { pointer: isOfActive && isSame ? "/isActive" : `/${field}`, detail };
  });
  return faults.filter(
    ({ pointer }, index) => faults.findIndex((one) => one.pointer === pointer) === index,
  );
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
  const demanded = demandFields.filter((one) => isDemanded(before, one) && isDemanded(after, one));
  if (changed.length > 0 || demanded.length === 0) return changed;
  const word = demanded[0] === "isRequired" ? "required" : "compulsory";
  const last = lastFaults(candidates, word);
  if (last.length > 0 || demanded.every((one) => one === "edhrBomRequired")) return last;
  // No unit is complete while a compulsory slot has no candidate. So the first one changes nothing.
  const isFirst = candidates.every((one) => one.before === null);
  return isFirst && demanded.at(-1) !== "isRequired" ? [] : needFaults(candidates, word);
}

/** Whether a required slot with these candidates is met by nothing, as `requirementOf` reads it. */
function needsNothing(candidates: readonly Candidate[]): boolean {
  const active = candidates.filter(({ isActive }) => isActive);
  const needed = active.length > 0 ? active : candidates;
  return needed.length === 0 || needed.some(({ minQty }) => minQty === 0);
}

const isEnded = ({ before, after }: Merged<Candidate>) => before?.isActive && !after.isActive;

/** Finds the candidate whose end leaves a slot without one. */
function lastFaults(candidates: readonly Merged<Candidate>[], word: string): Fault[] {
  const ended = candidates.findIndex(isEnded);
  if (ended === -1 || candidates.some(({ after }) => after.isActive)) return [];
  const name = candidateInWords(candidates[ended]!.after);
  const detail = `A ${word} slot keeps an active candidate: ${name} is the last one.`;
  return [{ pointer: `/candidates/${ended}/isActive`, detail }];
}

/** Finds the candidate whose beginning or end changes whether a slot can be met by nothing. */
function needFaults(candidates: readonly Merged<Candidate>[], word: string): Fault[] {
  const ended = candidates.findIndex(isEnded);
  const isFree = needsNothing(candidates.map(({ after }) => after));
  if (needsNothing(candidates.flatMap(({ before }) => before ?? [])) === isFree) return [];
  const begun = candidates.findIndex(({ before, after }) => after.isActive && !before?.isActive);
  return isFree
    ? [
        {
          pointer: `/candidates/${begun}/minQty`,
          detail: `Above 0: with this candidate, the ${word} slot would need nothing.`,
        },
      ]
    : [
        {
          pointer: `/candidates/${ended === -1 ? begun : ended}/isActive`,
          detail: `The ${word} slot needs nothing now, and would need material.`,
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
