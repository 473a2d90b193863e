import type { StationState } from "./station.ts";
import { emptyStation } from "./station.rules.ts";

// A reload must not lose the unit that a person works on. It is gone with the tab.
const stateName = "asbuilt.station.state";

type Kept = Pick<StationState, "unit" | "parked" | "lastBuilt">;

export function keepStation({ unit, parked, lastBuilt }: StationState): void {
  sessionStorage.setItem(stateName, JSON.stringify({ unit, parked, lastBuilt } satisfies Kept));
}

export function keptStation(): StationState {
  const text = sessionStorage.getItem(stateName);
  // Only `keepStation` writes it.
  return text ? { ...emptyStation, ...(JSON.parse(text) as Partial<Kept>) } : emptyStation;
}
