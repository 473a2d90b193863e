/** The minutes without input after which the console locks, for a person to choose. 0 is never. */
export const lockMinutesChoices = [2, 5, 10, 30, 60, 0] as const;

/** How the console looks and when it locks at this device. It is no secret and belongs to no key. */
export interface Preferences {
  readonly theme: "system" | "light" | "dark";
  /** The station is used with gloves: its targets are larger. */
  readonly density: "office" | "station";
  readonly lockMinutes: number;
}

export const defaultPreferences: Preferences = {
  theme: "system",
  density: "office",
  lockMinutes: 10,
};

/** Reads what a device kept. A value that is not known, such as a later version's, is dropped. */
export function readPreferences(kept: string | null): Preferences {
  const { theme, density, lockMinutes } = parsed(kept);
  return {
    theme: oneOf(["system", "light", "dark"], theme) ?? defaultPreferences.theme,
    density: oneOf(["office", "station"], density) ?? defaultPreferences.density,
    lockMinutes: oneOf(lockMinutesChoices, lockMinutes) ?? defaultPreferences.lockMinutes,
  };
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

const oneOf = <Value>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((each) => each === value);

/** Returns whether nobody has used the console for the minutes after which it locks. */
export const isIdle = (lastInputAt: number, now: number, lockMinutes: number): boolean =>
  lockMinutes > 0 && now - lastInputAt >= lockMinutes * 60_000;
