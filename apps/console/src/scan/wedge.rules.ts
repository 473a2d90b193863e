// The speed of its keys tells a scanner that acts as a keyboard from a person. Nothing here knows the
// page: `wedge.ts` reads its events, and does to it what a step says.

/** How the letters of a key are found: as this computer reads its keyboard, or as a US keyboard. */
export type Layout = "host" | "us";

export type Suffix = "Enter" | "Tab";

export interface WedgeSettings {
  /** The longest average time between two keys of a scan, in milliseconds. */
  readonly keyMsMax: number;
  readonly layout: Layout;
  /** The key that ends each code, if it is known. */
  readonly suffix: Suffix | "none";
}

/** A key that was pressed. */
export interface Stroke {
  /** When it was pressed, in milliseconds. */
  readonly at: number;
  readonly kind: "text" | "prefix" | "other" | Suffix;
  /** The text that a key adds to a code. A digit of Alt+029 adds none. */
  readonly texts?: Readonly<Record<Layout, string>>;
  /** A person presses it for what the browser does then, such as Ctrl+D. */
  readonly isShortcut?: boolean;
}

/** A code, as the keys of a scanner spelled it. */
export interface Scan {
  readonly code: string;
  /** The same keys in both layouts. */
  readonly codes: Readonly<Record<Layout, string>>;
  readonly msPerKey: number;
  readonly suffix: Suffix | "none";
  readonly hasPrefix: boolean;
}

export type Ended =
  | { readonly kind: "scan"; readonly scan: Scan }
  /** A person typed: the keys that were held go back to the page. */
  | { readonly kind: "typing" }
  /** More characters than a code can have. */
  | { readonly kind: "tooLong" };

/** The consequence of a key for the page. */
export interface Step {
  /** The page must not see the key. */
  readonly isHeld: boolean;
  /** A scan can begin here: the focused field may have to be restored to what it is now. */
  readonly isFirst: boolean;
  /** The keys that ended before this key, or with it. */
  readonly ended: Ended | undefined;
}

export interface Wedge {
  readonly press: (stroke: Stroke) => Step;
  /**
   * Ends the keys so far, after a pause of `pauseMs`. Keys that were pressed before that pause was
   * over, and reach the page only now, still belong to them.
   */
  readonly pause: () => Ended | undefined;
  /** How long a pause ends the keys so far. Undefined if there are none, or if it has ended them. */
  readonly pauseMs: () => number | undefined;
}

/** Most scanners are quicker, and no person types as quickly. */
export const usualKeyMsMax = 35;
/** This number of quick keys is a scan even without a suffix. */
export const sureKeysMin = 6;
/** A code with a suffix can be shorter: the names of locations are. */
const suffixedKeysMin = 3;
/** From this quick key on the page sees none. */
const heldFromKey = 3;
/** The service takes no longer code. */
export const codeCharactersMax = 4000;
/** A scanner whose suffix is known can be interrupted for this time, as by radio. */
const interruptionMsMax = 1000;

/** The keys that were pressed one soon after the other. */
interface Burst {
  readonly hasPrefix: boolean;
  readonly startedAt: number;
  lastAt: number;
  keys: number;
  /** The last gap was longer than the keys of a scan are apart on average. */
  wasSlow: boolean;
  isSure: boolean;
  /** The end that a pause gave the keys so far. */
  paused: Ended["kind"] | undefined;
  characters: number;
  readonly texts: Readonly<Record<Layout, string[]>>;
}

/** Tells scans from typing in a stream of keys. */
export function newWedge(settings: WedgeSettings): Wedge {
  const { keyMsMax, suffix: usualSuffix } = settings;
  let burst: Burst | undefined;
  // Until then, a suffix belongs to the scan that has ended.
  let lateSuffixUntil = Number.NEGATIVE_INFINITY;

  function end(suffix: Suffix | "none", at: number): Ended | undefined {
    const last = burst;
    burst = undefined;
    return last && endingOf(last, suffix, at);
  }

  function endingOf(last: Burst, suffix: Suffix | "none", at: number): Ended | undefined {
    // It was said already. Only a suffix can still make a scan of what looked like typing.
    const isSaid = last.paused === "typing" ? suffix === "none" : last.paused !== undefined;
    if (isSaid) return undefined;
    const ended = endOf(last, { suffix, at, settings });
    // A second suffix follows immediately, as the LF after a CR. One alone can be late.
    if (ended.kind !== "typing") lateSuffixUntil = at + (suffix === "none" ? 8 : 2) * keyMsMax;
    return ended;
  }

  /** The page gets an end now, but a key that belongs to this burst can be on its way. */
  function pause(): Ended | undefined {
    const ended = burst && endingOf(burst, "none", burst.lastAt);
    if (burst && ended) burst.paused = ended.kind;
    return ended;
  }

  function endAfterPause(at: number): Ended | undefined {
    const isPaused = burst && at - burst.lastAt > pauseMsOf(burst);
    return isPaused ? end("none", burst!.lastAt) : undefined;
  }

  function pressSuffix(suffix: Suffix, at: number, paused: Ended | undefined): Step {
    if (!burst) return { isHeld: at <= lateSuffixUntil, isFirst: false, ended: paused };
    const ended = end(suffix, at);
    return { isHeld: ended?.kind !== "typing", isFirst: false, ended };
  }

  function pressText(stroke: Stroke, paused: Ended | undefined): Step {
    const isFirst = !burst || endsTyping(burst, stroke.at, keyMsMax);
    const current = isFirst || !burst ? newBurst(stroke.at, false) : burst;
    burst = current;
    addKey(current, stroke, keyMsMax);
    const isQuick = averageOf(current) <= keyMsMax;
    // A shortcut can't be taken back.
    const isHeld =
      current.isSure || stroke.isShortcut === true || (isQuick && current.keys >= heldFromKey);
    return { isHeld, isFirst, ended: paused ?? (isHeld ? undefined : { kind: "typing" }) };
  }

  function press(stroke: Stroke): Step {
    const { at, kind } = stroke;
    const paused = endAfterPause(at);
    if (kind === "Enter" || kind === "Tab") return pressSuffix(kind, at, paused);
    const isText = kind === "text" && !(stroke.isShortcut && !isScanning(burst, at, keyMsMax));
    if (isText) return pressText(stroke, paused);
    const ended = paused ?? end("none", at);
    const isPrefix = kind === "prefix";
    if (isPrefix) burst = newBurst(at, true);
    return { isHeld: isPrefix, isFirst: isPrefix, ended };
  }

  // Only keys that are surely a scanner's wait for its suffix.
  const pauseMsOf = ({ isSure }: Burst) =>
    isSure && usualSuffix !== "none" ? interruptionMsMax : 4 * keyMsMax;

  return {
    press,
    pause,
    pauseMs: () => (burst && !burst.paused ? pauseMsOf(burst) : undefined),
  };
}

const newBurst = (at: number, hasPrefix: boolean): Burst => ({
  hasPrefix,
  startedAt: at,
  lastAt: at,
  keys: 0,
  wasSlow: false,
  isSure: hasPrefix,
  paused: undefined,
  characters: 0,
  texts: { host: [], us: [] },
});

function addKey(burst: Burst, { at, texts }: Stroke, keyMsMax: number): void {
  burst.wasSlow = at - burst.lastAt > keyMsMax;
  burst.keys++;
  burst.lastAt = at;
  burst.paused = undefined;
  burst.isSure ||= burst.keys >= sureKeysMin && averageOf(burst) <= keyMsMax;
  if (!texts) return;
  burst.characters += Math.max(texts.host.length, texts.us.length);
  if (burst.characters > codeCharactersMax) return;
  burst.texts.host.push(texts.host);
  burst.texts.us.push(texts.us);
}

/** Returns the average time between the keys so far. A prefix is a key before them. */
function averageOf({ startedAt, lastAt, keys, hasPrefix }: Burst): number {
  const gaps = hasPrefix ? keys : keys - 1;
  return gaps > 0 ? (lastAt - startedAt) / gaps : 0;
}

/** Returns the average time between the keys so far and another one. */
const averageWith = ({ startedAt, keys, hasPrefix }: Burst, at: number): number =>
  (at - startedAt) / (hasPrefix ? keys + 1 : keys);

/**
 * Tells whether the keys so far were typed by a person, and no part of what comes. One slow key can
 * be an interruption of a scanner. Two are a person's.
 */
const endsTyping = (burst: Burst, at: number, keyMsMax: number): boolean =>
  !burst.isSure &&
  burst.wasSlow &&
  at - burst.lastAt > keyMsMax &&
  averageWith(burst, at) > keyMsMax;

const isScanning = (burst: Burst | undefined, at: number, keyMsMax: number): boolean =>
  burst !== undefined && (burst.isSure || averageWith(burst, at) <= keyMsMax);

interface End {
  readonly suffix: Suffix | "none";
  readonly at: number;
  readonly settings: WedgeSettings;
}

function endOf(burst: Burst, { suffix, at, settings }: End): Ended {
  const { characters, keys, texts, hasPrefix } = burst;
  if (characters > codeCharactersMax) return { kind: "tooLong" };
  const isShortScan =
    suffix !== "none" && keys >= suffixedKeysMin && averageWith(burst, at) <= settings.keyMsMax;
  if (characters === 0 || !(burst.isSure || isShortScan)) return { kind: "typing" };
  const codes = { host: texts.host.join(""), us: texts.us.join("") };
  const msPerKey = averageOf(burst);
  return {
    kind: "scan",
    scan: { code: codes[settings.layout], codes, msPerKey, suffix, hasPrefix },
  };
}
