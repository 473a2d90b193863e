/** The most commands that wait, and the longest expected wait of a new one. */
const waitingMax = 2048;
const waitMsMax = 100;

/** The weight of the last group against those before it. */
const weight = 0.2;

/** Measures how fast waiting commands are served, and so when one more would wait too long. */
export interface Backlog {
  /** Whether a command behind that number of others is better refused immediately. */
  isFull(waiting: number): boolean;
  /** Called as a group begins. */
  begin(): void;
  /** Called as a group ends, with the numbers of commands served and still waiting. */
  end(served: number, left: number): void;
}

/** A backlog that is served in groups of at most that size; one whole group can always wait. */
export function newBacklog(groupSize: number, now: () => number): Backlog {
  let msEach = 0;
  let since: number | undefined;
  return {
    isFull: (waiting) =>
      waiting >= waitingMax || (waiting >= groupSize && waiting * msEach > waitMsMax),
    begin: () => {
      since ??= now();
    },
    end: (served, left) => {
      const at = now();
      // A group that emptied the queue could have served more commands in much the same time.
      const capacity = left > 0 ? served : Math.max(served, groupSize);
      if (served > 0) msEach += weight * ((at - since!) / capacity - msEach);
      // While commands wait, the time between two groups counts as well: requests are read then.
      since = left > 0 && served > 0 ? at : undefined;
    },
  };
}
