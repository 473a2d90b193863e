/** The right to run, held by one caller. */
export interface Permit {
  /** Passes it to the next caller in line. A second release has no effect. */
  release(): void;
  /** Acquires it again before those who wait; false where it does not come in time. */
  reacquire(): Promise<boolean>;
}

export interface Semaphore {
  /**
   * Waits until a time of `performance.now()` for a permit; undefined where none comes in time, or
   * where too many wait already.
   */
  acquire(deadline: number, isFirst?: boolean): Promise<Permit | undefined>;
}

/** A semaphore of that many permits, given in the order of the calls. One permit is a mutex. */
export function newSemaphore(permits: number, waitingMax = Infinity): Semaphore {
  let taken = 0;
  const waiting: (() => void)[] = [];

  const wait = async (deadline: number, isFirst: boolean): Promise<boolean> => {
    const leftMs = deadline - performance.now();
    if (leftMs < 0) return false;
    if (taken < permits) {
      taken++;
      return true;
    }
    if (!isFirst && waiting.length >= waitingMax) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const begin = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      resolve(false);
    }, leftMs);
    if (isFirst) waiting.unshift(begin);
    else waiting.push(begin);
    return promise;
  };

  const passOn = () => {
    const begin = waiting.shift();
    // The next in line takes the permit over.
    if (begin) begin();
    else taken--;
  };

  return {
    acquire: async (deadline, isFirst = false) => {
      let isTaken = await wait(deadline, isFirst);
      if (!isTaken) return undefined;
      return {
        release: () => {
          if (isTaken) passOn();
          isTaken = false;
        },
        reacquire: async () => (isTaken = await wait(deadline, true)),
      };
    },
  };
}
