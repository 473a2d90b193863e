import { useSyncExternalStore } from "react";
import { type Scan, usualKeyMsMax, type WedgeSettings } from "./wedge.rules.ts";

/** How this station reads its scanner and says what came of a scan. */
export interface ScanSettings extends WedgeSettings {
  /** The key that begins each code, if the scanner sends one. */
  readonly prefix: "F9" | "STX" | "none";
  readonly isLoud: boolean;
}

const usualSettings: ScanSettings = {
  keyMsMax: usualKeyMsMax,
  layout: "host",
  suffix: "none",
  prefix: "none",
  isLoud: true,
};

// They belong to the device: whoever signs in here has the same scanner.
const settingsName = "asbuilt.scanner";

/** While a scanner is measured, one that is slow and has any suffix is seen too. */
const measuringSettings = { keyMsMax: 120, suffix: "none" } as const;

const listeners = new Set<() => void>();
let current = readSettings();
let measuring: ScanSettings | undefined;

export const scanSettings = (): ScanSettings => current;

/** Returns the settings that scans are recognised with now. */
export const wedgeSettings = (): ScanSettings => measuring ?? current;

/** Begins or ends to recognise every scanner, and people who type very quickly too. */
export function setMeasuring(isMeasuring: boolean): void {
  measuring = isMeasuring ? { ...current, ...measuringSettings } : undefined;
  for (const listener of listeners) listener();
}

export function saveScanSettings(changed: Partial<ScanSettings>): void {
  current = { ...current, ...changed };
  localStorage.setItem(settingsName, JSON.stringify(current));
  for (const listener of listeners) listener();
}

/**
 * Learns the key after each code from the first code that has one. Then a code that is interrupted
 * is not taken for two: it ends with this key.
 */
export function learnSuffix({ suffix }: Pick<Scan, "suffix">): void {
  if (current.suffix === "none" && suffix !== "none") saveScanSettings({ suffix });
}

export function onScanSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useScanSettings = (): ScanSettings =>
  useSyncExternalStore(onScanSettings, scanSettings);

function readSettings(): ScanSettings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(settingsName) ?? "{}");
    // Only `saveScanSettings` writes it. A setting that an earlier version lacked has its usual value.
    return { ...usualSettings, ...(kept as Partial<ScanSettings>) };
  } catch {
    return usualSettings;
  }
}
