/** Runs work after the requests that have arrived are read: `setImmediate` on Node. */
export type Soon = (work: () => void) => void;

interface Part {
  readonly isFirst: boolean;
  readonly begin: () => void;
}

// Most lists end with their first part: in a pass each, lists of a few rows took twice as long.
const firstPartsMax = 8;

/** The turns of the parts of long reads. */
export interface RoundRobin {
  /** Waits until a part can run. */
  readonly wait: (owner: number, isFirst?: boolean) => Promise<void>;
  /** The number of parts that wait. */
  readonly waiting: () => number;
}

/**
 * Returns the turns of the parts of long reads. In each pass of the event loop
 * run up to 8 first parts, or one further part: other requests wait for these, however many lists
 * are read together. The owners of the parts are served in rotation: many lists of one key delay a
 * part of another by one part.
 */
export function newRoundRobin(soon: Soon): RoundRobin {
  /** The waiting parts of each owner, beginning with the owner that is served next. */
  const owners = new Map<number, Part[]>();
  const take = (owner: number, parts: Part[]): Part => {
    owners.delete(owner);
    const part = parts.shift()!;
    if (parts.length > 0) owners.set(owner, parts);
    return part;
  };
  const servePass = () => {
    const begun: Part[] = [];
    for (const [owner, parts] of owners) {
      // The owners that were served stand at the end, and come again.
      if (begun.length > 0 && !parts[0]!.isFirst) break;
      const part = take(owner, parts);
      begun.push(part);
      if (!part.isFirst || begun.length === firstPartsMax) break;
    }
    if (owners.size > 0) soon(servePass);
    for (const { begin } of begun) begin();
  };
  return {
    wait: (owner, isFirst = false) =>
      new Promise((resolve) => {
        if (owners.size === 0) soon(servePass);
        const part: Part = { isFirst, begin: resolve };
        const parts = owners.get(owner);
        if (parts) parts.push(part);
        else owners.set(owner, [part]);
      }),
    waiting: () => [...owners.values()].reduce((sum, parts) => sum + parts.length, 0),
  };
}
