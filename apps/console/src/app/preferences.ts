import { useSyncExternalStore } from "react";
import { type Preferences, readPreferences } from "./preferences.rules.ts";

const preferencesName = "asbuilt.preferences";
const listeners = new Set<() => void>();
let current = readPreferences(localStorage.getItem(preferencesName));

/** Shows the page as this device prefers it. Called before the first screen is rendered. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  dataset["theme"] = current.theme;
  dataset["density"] = current.density;
}

/** Changes what this device prefers, in every open tab. */
export function prefer(changes: Partial<Preferences>): void {
  localStorage.setItem(preferencesName, JSON.stringify({ ...current, ...changes }));
  readAgain();
}

function readAgain(): void {
  current = readPreferences(localStorage.getItem(preferencesName));
  applyPreferences();
  for (const listener of listeners) listener();
}

addEventListener("storage", ({ key }) => {
  if (key === preferencesName) readAgain();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);
