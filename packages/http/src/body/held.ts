import { tooMuch } from "../overload.ts";

/** How much of the process's memory large bodies may take until they have come whole: 64 MiB. */
const mostHeld = 64 * 1_048_576;

let held = 0;

/** What one body takes of it, as it comes. */
export interface Hold {
  /** Takes so many bytes more; throws `overloaded` where there are not as many left. */
  take(bytes: number): void;
  /** Gives back all that was taken. */
  release(): void;
}

export function newHold(): Hold {
  let own = 0;
  return {
    take: (bytes) => {
      if (held + bytes > mostHeld) throw tooMuch();
      held += bytes;
      own += bytes;
    },
    release: () => {
      held -= own;
      own = 0;
    },
  };
}
