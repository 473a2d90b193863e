import { type Executor, recordKeyUse } from "@asbuilt/core";

/** When keys and sessions are used, kept in memory until it is written. */
export interface KeyUse {
  /** Notes that a key is used now, and its session if there is one. */
  readonly note: (keyId: number, sessionId?: number) => void;
  /** Writes what was noted since the last time. After a failure it is written the next time. */
  write(executor: Executor): Promise<void>;
}

const minuteMs = 60_000;

interface Noted {
  readonly keys: ReadonlyMap<number, number>;
  readonly sessions: ReadonlyMap<number, number>;
}

/**
 * Returns an empty note of when keys are used. The time of a key is that of its minute. That of a
 * session is exact: it ends when it was not used for too long.
 */
export function newKeyUse(now: () => number): KeyUse {
  let [keys, sessions] = [new Map<number, number>(), new Map<number, number>()];
  const takeAll = (): Noted => {
    const all = { keys, sessions };
    [keys, sessions] = [new Map(), new Map()];
    return all;
  };
  return {
    note: (keyId, sessionId) => {
      const at = now();
      // A person whom the directory lets in has no key.
      if (keyId !== 0) keys.set(keyId, at);
      if (sessionId !== undefined) sessions.set(sessionId, at);
    },
    write: async (executor) => {
      if (keys.size === 0 && sessions.size === 0) return;
      const noted = takeAll();
      try {
        const minutes = Array.from(noted.keys, ([id, at]) => [id, at - (at % minuteMs)] as const);
        await recordKeyUse(executor, minutes, [...noted.sessions]);
      } catch (error) {
        keys = new Map([...noted.keys, ...keys]);
        sessions = new Map([...noted.sessions, ...sessions]);
        throw error;
      }
    },
  };
}
