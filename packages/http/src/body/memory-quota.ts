import { tooMuch } from "../admission/overload.ts";

/** How much of the process's memory large bodies may take until they have come whole: 64 MiB. */
const mostHeld = 64 * 1_048_576;

/**
 * A body of which so long nothing has come is given up: a Worker's runtime ends what a client has
 * left midway without a word, so that nothing of it gives back what it took.
 */
const silentMs = 30_000;

let held = 0;
/** When each body that holds some took last, the latest at the end. */
const tookAt = new Map<Hold, number>();

/** What one body takes of it, as it comes. */
export interface Hold {
  /** Takes so many bytes more; throws `overloaded` where there are not as many left. */
  take(bytes: number): void;
  /** Gives back all that was taken. */
  release(): void;
}

export function newHold(): Hold {
  let own = 0;
  const hold: Hold = {
    take: (bytes) => {
      if (held + bytes > mostHeld) releaseSilent();
      if (held + bytes > mostHeld) throw tooMuch();
      held += bytes;
      own += bytes;
      tookAt.delete(hold);
      tookAt.set(hold, performance.now());
    },
    release: () => {
      held -= own;
      own = 0;
      tookAt.delete(hold);
    },
  };
  return hold;
}

function releaseSilent(): void {
  for (const [hold, at] of tookAt) {
    if (performance.now() - at < silentMs) return;
    hold.release();
  }
}
