import { type Executor, recordKeyUse } from "@asbuilt/core";

/** When keys are used, kept in memory until it is written. */
export interface KeyUse {
  /** Notes that a key is used now. */
  note(keyId: number): void;
  /** Writes what was noted since the last time. After a failure it is written the next time. */
  write(executor: Executor): Promise<void>;
}

const minuteMs = 60_000;

/** Returns an empty note of when keys are used. A time is that of its minute. */
export function newKeyUse(now: () => number): KeyUse {
  let noted = new Map<number, number>();
  return {
    note: (keyId) => void noted.set(keyId, now()),
    write: async (executor) => {
      if (noted.size === 0) return;
      const uses = noted;
      noted = new Map();
      try {
        const minutes = Array.from(uses, ([id, at]) => [id, at - (at % minuteMs)] as const);
        await recordKeyUse(executor, minutes);
      } catch (error) {
        noted = new Map([...uses, ...noted]);
        throw error;
      }
    },
  };
}
