import type { Stroke } from "./wedge.rules.ts";

/** A code that a scanner sent too slowly for the settings of the station. */
export interface SlowCode {
  readonly code: string;
  readonly msPerKey: number;
  readonly suffix: "Enter" | "Tab";
}

/** No scanner is slower, and no person types so evenly and so quickly into nothing. */
const keyMsMost = 120;
const keysMin = 6;

/**
 * Finds a scanner whose keys the wedge takes for typing. Feed it only keys that no field gets: where
 * one has the focus, a person may type as quickly.
 */
export function newSlowScannerDetector(keyMsMax: number) {
  let text = "";
  let startedAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  const msPerKey = () => (lastAt - startedAt) / Math.max(text.length - 1, 1);

  return ({ kind, at, texts }: Stroke): SlowCode | undefined => {
    const isNext = at - lastAt <= keyMsMost;
    if ((kind === "Enter" || kind === "Tab") && isNext) {
      const found = { code: text, msPerKey: msPerKey(), suffix: kind };
      text = "";
      // A quicker one is a scan already.
      return found.code.length >= keysMin && found.msPerKey > keyMsMax ? found : undefined;
    }
    if (kind !== "text" || !isNext) {
      text = "";
      startedAt = at;
    }
    if (kind === "text") text += texts?.host ?? "";
    lastAt = kind === "text" ? at : Number.NEGATIVE_INFINITY;
    return undefined;
  };
}
