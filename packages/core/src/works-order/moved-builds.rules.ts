import type { Slot } from "../bom-slot/slot.ts";
import { matchSlots } from "../bom-version/compare.rules.ts";
import { roomFor } from "../consumption/allocate.ts";
import type { NamedCandidate } from "../consumption/facts.ts";
import { mustBeMet, requirementOf } from "../consumption/requirement.ts";
import { candidateTaking } from "../consumption/slots-taking.ts";
import type { BuildToMove, UnitToMove } from "./change-version.facts.ts";

/** Where a build goes: the candidate of the new version that takes it. */
export interface MovedBuild {
  readonly build: BuildToMove;
  readonly to: NamedCandidate;
}

/** A build that no slot of the new version has room for. */
export interface UnplacedBuild {
  readonly build: BuildToMove;
  /** Whether a slot takes its product and version, but is full. */
  readonly isTaken: boolean;
}

interface Placed {
  /** In the order of the builds. */
  readonly moved: readonly MovedBuild[];
  readonly unplaced: readonly UnplacedBuild[];
}

/** A slot of the new version, while it is filled. */
interface TargetSlot {
  readonly id: number;
  readonly candidates: readonly NamedCandidate[];
  readonly builtQty: Map<number, number>;
}

/** A function that places what is built into a unit in the slots of the new version. */
export type PlaceBuilds = (unit: UnitToMove, builds: readonly BuildToMove[]) => Placed;

/**
 * Returns the function that places builds in the slots of a version. Each build goes to the slot
 * that Compare matches with its own, if that takes it within its maximum. Then each other build goes
 * to a slot with room that takes it: required ones under their minimum first, then default
 * candidates, then the lowest id. A build is never divided.
 */
export function placingIn(
  versionId: number,
  slots: readonly Slot[],
  candidates: readonly NamedCandidate[],
): PlaceBuilds {
  const ofTarget = slots.filter(({ bomVersionId }) => bomVersionId === versionId);
  const matches = new Map<number, number>();
  for (const from of Map.groupBy(slots, ({ bomVersionId }) => bomVersionId).values()) {
    for (const [before, after] of matchSlots(from, ofTarget)) {
      if (before && after) matches.set(before.id, after.id);
    }
  }
  const bySlot = [...Map.groupBy(candidates, ({ bomSlotId }) => bomSlotId)];
  return ({ nominalQty }, builds) => {
    const targets = bySlot.map(([id, own]): TargetSlot => ({
      id,
      candidates: own,
      builtQty: new Map(),
    }));
    const place = (build: BuildToMove, some: readonly TargetSlot[]) =>
      placeIn(some, build, nominalQty);
    const moved = new Map<BuildToMove, NamedCandidate>();
    for (const build of builds) {
      const to = place(
        build,
        targets.filter(({ id }) => id === matches.get(build.bomSlotId)),
      );
      if (to) moved.set(build, to);
    }
    const unplaced: UnplacedBuild[] = [];
    for (const build of builds) {
      if (moved.has(build)) continue;
      const to = place(build, byNeed(targets, build, nominalQty));
      if (to) moved.set(build, to);
      else {
        const isTaken = targets.some((one) => candidateTaking(one.candidates, build));
        unplaced.push({ build, isTaken });
      }
    }
    const inOrder = builds.flatMap((build) => {
      const to = moved.get(build);
      return to ? [{ build, to }] : [];
    });
    return { moved: inOrder, unplaced };
  };
}

/** Puts a build into the first of some slots that takes it and has room for all of it. */
function placeIn(
  slots: readonly TargetSlot[],
  build: BuildToMove,
  parentQty: number,
): NamedCandidate | undefined {
  for (const slot of slots) {
    const taking = candidateTaking(slot.candidates, build);
    if (!taking || roomFor(taking, slot, parentQty) < build.qty) continue;
    const before = slot.builtQty.get(taking.candidateId) ?? 0;
    slot.builtQty.set(taking.candidateId, before + build.qty);
    return taking;
  }
  return undefined;
}

function byNeed(slots: readonly TargetSlot[], build: BuildToMove, parentQty: number): TargetSlot[] {
  const rank = ({ candidates, builtQty }: TargetSlot) => {
    const isShort =
      mustBeMet(candidates[0]!) && requirementOf(candidates, builtQty, parentQty).missing > 0;
    return 2 * Number(isShort) + Number(candidateTaking(candidates, build)?.isDefault ?? false);
  };
  return slots.toSorted((one, other) => rank(other) - rank(one) || one.id - other.id);
}
