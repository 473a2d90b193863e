/** A turn that someone has. */
export interface Turn {
  /** Gives it to whoever is next. Who has left leaves no more. */
  leave(): void;
  /** Takes it again before those who wait; false where it does not come in time. */
  takeAgain(): Promise<boolean>;
}

export interface Turns {
  /** Waits until a time of `performance.now()` for a turn; undefined where it does not come. */
  take(latest: number, isFirst?: boolean): Promise<Turn | undefined>;
}

/** Turns of which so many may be taken at a time, in order. */
export function newTurns(most: number): Turns {
  let taken = 0;
  const waiting: (() => void)[] = [];

  const wait = async (latest: number, isFirst: boolean): Promise<boolean> => {
    const leftMs = latest - performance.now();
    if (leftMs < 0) return false;
    if (taken < most) {
      taken++;
      return true;
    }
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

  const next = () => {
    const begin = waiting.shift();
    // Whoever is next takes the turn over.
    if (begin) begin();
    else taken--;
  };

  return {
    take: async (latest, isFirst = false) => {
      let isTaken = await wait(latest, isFirst);
      if (!isTaken) return undefined;
      return {
        leave: () => {
          if (isTaken) next();
          isTaken = false;
        },
        takeAgain: async () => (isTaken = await wait(latest, true)),
      };
    },
  };
}
