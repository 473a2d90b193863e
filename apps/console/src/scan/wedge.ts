import { type FieldState, fieldStateOf, restore, typeAgain } from "./field-state.ts";
import { listenForText } from "./off-screen-input.ts";
import { onScanSettings, type ScanSettings, wedgeSettings } from "./scan-settings.ts";
import { newSlowScannerDetector, type SlowCode } from "./slow-scanner.rules.ts";
import { newStrokeReader } from "./stroke.rules.ts";
import { type Ended, newWedge, type Scan, type Stroke, sureKeysMin } from "./wedge.rules.ts";

export interface ScanListener {
  readonly onScan: (scan: Scan) => void;
  /** More characters came than a code can have. */
  readonly onTooLong: () => void;
  /** A scanner is slower than the settings allow. Its keys went to no field. */
  readonly onSlow: (code: SlowCode) => void;
}

/** Keys that reach the page late look like a pause of the scanner. The timer waits at most this longer. */
const delayMsMax = 1000;

/** Listens to this station's scanner, on the whole page, until the function returned is called. */
export function listenForScans(listener: ScanListener): () => void {
  const leaving = new AbortController();
  const options = { capture: true, signal: leaving.signal };
  let settings = wedgeSettings();
  let bound = bind(settings, listener);
  addEventListener("keydown", (event) => bound.down(event), options);
  addEventListener("keyup", (event) => bound.up(event), options);
  listenForText((text, at) => bound.type(text, at), leaving.signal);
  const unsubscribe = onScanSettings(() => {
    // A scan that has begun is not cut for a setting that does not concern it.
    if (settings === wedgeSettings()) return;
    settings = wedgeSettings();
    bound.close();
    bound = bind(settings, listener);
  });
  return () => {
    leaving.abort();
    unsubscribe();
    bound.close();
  };
}

function bind(settings: ScanSettings, listener: ScanListener) {
  const wedge = newWedge(settings);
  const reader = newStrokeReader(settings.prefix);
  const page = newPageKeys(listener);
  const detectSlow = newSlowScannerDetector(settings.keyMsMax);
  const timer = newPauseTimer(settings.keyMsMax, () => page.finish(wedge.pause()));
  let wasRead = false;

  function press(stroke: Stroke, event?: KeyboardEvent): void {
    const { isHeld, isFirst, ended } = wedge.press(stroke);
    page.finish(ended);
    const slow = isHeld || fieldStateOf(event?.target ?? null) ? undefined : detectSlow(stroke);
    if (slow) listener.onSlow(slow);
    if (isFirst) page.begin();
    const pauseMs = wedge.pauseMs();
    if (isHeld && event) page.hold(event, pauseMs !== undefined);
    timer.start(pauseMs, stroke.at);
  }

  return {
    down(event: KeyboardEvent): void {
      if (page.isTypingAgain()) return;
      const stroke = reader.down(event);
      wasRead = stroke !== undefined;
      if (stroke) press(stroke, event);
    },
    up(event: KeyboardEvent): void {
      const stroke = reader.up(event);
      if (stroke) press(stroke, event);
    },
    /** Takes text that no key said. */
    type(text: string, at: number): void {
      if (wasRead) return;
      for (const sign of text) press(strokeOfSign(sign, at));
    },
    close(): void {
      timer.start(undefined, 0);
      page.finish(wedge.pause());
    },
  };
}

/** Holds keys of the page, gives them back, and restores its field. */
function newPageKeys({ onScan, onTooLong }: ScanListener) {
  let before: FieldState | undefined;
  let held: KeyboardEvent[] = [];
  let isTypingAgain = false;

  return {
    isTypingAgain: () => isTypingAgain,
    begin(): void {
      before = fieldStateOf(document.activeElement);
    },
    /** Keeps a key from the page. One that ended a scan is never given back. */
    hold(event: KeyboardEvent, isUndecided: boolean): void {
      event.preventDefault();
      event.stopImmediatePropagation();
      // Six are a scan, whatever comes after them.
      if (isUndecided && held.length < sureKeysMin) held.push(event);
    },
    finish(ended: Ended | undefined): void {
      if (!ended) return;
      const keys = held;
      held = [];
      if (ended.kind === "typing") {
        isTypingAgain = true;
        for (const key of keys) typeAgain(key);
        isTypingAgain = false;
        return;
      }
      if (before) restore(before);
      if (ended.kind === "scan") onScan(ended.scan);
      else onTooLong();
    },
  };
}

/** Waits for the pause that ends a scan. A page that was busy can have keys waiting: they come first. */
function newPauseTimer(graceMs: number, onPause: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number): void {
    const due = performance.now() + ms;
    timer = setTimeout(() => {
      if (performance.now() - due > graceMs) wait(graceMs);
      else onPause();
    }, ms);
  }

  return {
    /** Starts again after a key. Without a pause it stops. */
    start(pauseMs: number | undefined, pressedAt: number): void {
      clearTimeout(timer);
      if (pauseMs === undefined) return;
      const delayMs = Math.max(performance.now() - pressedAt, 0);
      wait(pauseMs + Math.min(delayMs, delayMsMax));
    },
  };
}

function strokeOfSign(sign: string, at: number): Stroke {
  if (sign === "\n" || sign === "\r") return { at, kind: "Enter" };
  if (sign === "\t") return { at, kind: "Tab" };
  return { at, kind: "text", texts: { host: sign, us: sign } };
}
