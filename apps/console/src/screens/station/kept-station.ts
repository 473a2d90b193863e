import type { Reason, StationState } from "./station.ts";
import { emptyStation } from "./station.rules.ts";
import { startingBanner } from "./steps.rules.ts";

// A reload must not lose the unit that a person works on, nor the part that was scanned last, also
// where there is no network to ask. They are gone with the tab.
const stateName = "asbuilt.station.state";
const reasonsName = "asbuilt.station.reasons";

type Kept = Pick<StationState, "unit" | "parked" | "lastBuilt" | "waiting">;

export function keepStation({ unit, parked, lastBuilt, waiting }: StationState): void {
  const kept = {
    unit,
    parked,
    lastBuilt,
    // Every other question is asked again by the scan that it belongs to.
    waiting: waiting.kind === "quantity" ? waiting : emptyStation.waiting,
  } satisfies Kept;
  sessionStorage.setItem(stateName, JSON.stringify(kept));
}

export function keptStation(): StationState {
  const text = sessionStorage.getItem(stateName);
  if (!text) return emptyStation;
  // Only `keepStation` writes it.
  const state = { ...emptyStation, ...(JSON.parse(text) as Partial<Kept>) };
  return { ...state, banner: startingBanner(state) };
}

export const keepReasons = (reasons: readonly Reason[]): void =>
  sessionStorage.setItem(reasonsName, JSON.stringify(reasons));

/** Returns the reasons that the service last told. */
export const keptReasons = (): readonly Reason[] =>
  // Only `keepReasons` writes it.
  JSON.parse(sessionStorage.getItem(reasonsName) ?? "[]") as Reason[];
