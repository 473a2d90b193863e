/** The most commands that may wait, and how long one that comes may expect to, in milliseconds. */
const mostWaiting = 2048;
const longestWaitMs = 100;

/** How much the last group counts against those before it. */
const weight = 0.2;

/** Knows how fast waiting commands are served, and so when one more would wait too long. */
export interface Backlog {
  /** Whether a command that finds so many waiting is better refused at once. */
  isFull(waiting: number): boolean;
  /** Called as a group begins. */
  begin(): void;
  /** Called as a group ends: how many it has served, and how many still wait. */
  end(served: number, left: number): void;
}

/** A backlog that is served in groups of at most that size; one whole group may always wait. */
export function newBacklog(groupSize: number, now: () => number): Backlog {
  let msEach = 0;
  let since: number | undefined;
  return {
    isFull: (waiting) =>
      waiting >= mostWaiting || (waiting >= groupSize && waiting * msEach > longestWaitMs),
    begin: () => {
      since ??= now();
    },
    end: (served, left) => {
      const at = now();
      // A group that has left nobody behind could have served more in much the same time.
      const could = left > 0 ? served : Math.max(served, groupSize);
      if (served > 0) msEach += weight * ((at - since!) / could - msEach);
      // While some wait, what is done between two groups counts as well: reading requests.
      since = left > 0 && served > 0 ? at : undefined;
    },
  };
}
