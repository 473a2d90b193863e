import { useSyncExternalStore } from "react";

/** How this station works, besides its scanner. */
export interface StationOptions {
  /** Takes the quantity that a slot lacks without a question. */
  readonly takesMissing: boolean;
  /** The SUID of the reason that UNDO gives. */
  readonly undoReason: string;
  /** Whether each person identifies with badge and PIN: several share the station. */
  readonly identifies: boolean;
}

const usualOptions: StationOptions = {
  takesMissing: false,
  undoReason: "CORRECTION",
  identifies: false,
};

// They belong to the device, as its scanner does.
const optionsName = "asbuilt.station";

const listeners = new Set<() => void>();
let current = readOptions();

function readOptions(): StationOptions {
  const kept: unknown = JSON.parse(localStorage.getItem(optionsName) ?? "{}");
  // Only `saveStationOptions` writes it.
  return { ...usualOptions, ...(kept as Partial<StationOptions>) };
}

export function saveStationOptions(changed: Partial<StationOptions>): void {
  current = { ...current, ...changed };
  localStorage.setItem(optionsName, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export const useStationSettings = (): StationOptions =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
