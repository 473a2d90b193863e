import { useEffect, useRef } from "react";
import type { Scan } from "./wedge.rules.ts";

/** Gets a scan. The next one waits until the promise is settled. */
export type ScanHandler = (scan: Scan) => void | Promise<void>;

/** Which scans a handler gets: all, also parts of codes, or only codes that are whole. */
type Taken = "every" | "whole";

interface Mounted {
  readonly take: ScanHandler;
  readonly takes: Taken;
}

/** A scan in the queue, and what is done with it if it may be a part of a code only. */
interface Waiting {
  readonly scan: Scan;
  readonly onCut: (() => void) | undefined;
}

// Scans belong to the station, not to a part of the page: there is one queue.
const mounted: Mounted[] = [];
const waiting: Waiting[] = [];
let isBusy = false;
/** The part of the console that is being loaded and will take scans. */
type Expected = "screen" | "dialog";
/** Each is settled when its part is there. */
const arrivals: Record<Expected, Promise<void> | undefined> = {
  screen: undefined,
  dialog: undefined,
};

/**
 * Gives each scan to the handler that was mounted last: that of a dialog, or else that of the screen.
 * Scans that come while a handler works wait, in their order. The first two keys of a scan reach the
 * page before it is known as one: a screen that takes typed keys takes them in a field, which is
 * restored.
 */
export function useScan(handler: ScanHandler, takes: Taken = "whole"): void {
  useHandler(handler, takes, (entry) => mounted.push(entry));
}

/** Gives a handler the scans that no screen takes. */
export function useOtherScans(handler: ScanHandler): void {
  useHandler(handler, "whole", (entry) => mounted.unshift(entry));
}

function useHandler(handler: ScanHandler, takes: Taken, mount: (entry: Mounted) => void): void {
  const latest = useRef(handler);
  const add = useRef(mount);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    const entry: Mounted = { take: (scan) => latest.current(scan), takes };
    add.current(entry);
    return () => {
      mounted.splice(mounted.indexOf(entry), 1);
    };
  }, [takes]);
}

/** No scan waits for longer. */
const arrivalMsMax = 10_000;

/**
 * A screen or a dialog is on its way. Each scan waits for a dialog; only one that no other screen
 * takes waits for a screen. Returns how to end that.
 */
export function expectScans(by: Expected): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, arrivalMsMax);
  arrivals[by] = promise;
  return () => {
    clearTimeout(timer);
    if (arrivals[by] === promise) arrivals[by] = undefined;
    resolve();
  };
}

/** Adds a scan to the queue. With `onCut`, it may be a part of a code: most handlers get none. */
export function deliver(scan: Scan, onCut?: () => void): void {
  waiting.push({ scan, onCut });
  if (!isBusy) void work();
}

async function work(): Promise<void> {
  isBusy = true;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { scan, onCut } = next;
    try {
      // One handler alone is that of the scans that no screen takes.
      if (mounted.length < 2) await arrivals.screen;
      await arrivals.dialog;
      const handler = mounted.at(-1);
      if (onCut && handler?.takes !== "every") onCut();
      else await handler?.take(scan);
    } catch (error) {
      // A defect of a screen must not stop the scanner.
      reportError(error);
    }
  }
  isBusy = false;
}
