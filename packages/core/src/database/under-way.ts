/** The most commands under way at the same time: each holds its facts in memory. */
const underWayMax = 1024;

/** How long a command counts at most: workerd never resumes a cancelled one. */
const countedMsMax = 60_000;

/** Counts the commands under way. */
export interface UnderWay {
  isFull(): boolean;
  /** Counts a command until it ends. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function newUnderWay(): UnderWay {
  // In the order in which they began.
  const commands = new Set<{ readonly since: number }>();
  const forget = () => {
    const oldest = performance.now() - countedMsMax;
    for (const command of commands) {
      if (command.since > oldest) return;
      commands.delete(command);
    }
  };
  return {
    isFull: () => {
      if (commands.size >= underWayMax) forget();
      return commands.size >= underWayMax;
    },
    during: async (work) => {
      const command = { since: performance.now() };
      commands.add(command);
      try {
        return await work();
      } finally {
        commands.delete(command);
      }
    },
  };
}
