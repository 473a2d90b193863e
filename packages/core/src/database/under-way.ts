/** How many commands may be under way at once: each holds its facts in memory. */
const mostUnderWay = 1024;

/** How long a command counts that never ends: workerd runs nothing more of one that is cancelled. */
const longestMs = 60_000;

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
    const oldest = performance.now() - longestMs;
    for (const command of commands) {
      if (command.since > oldest) return;
      commands.delete(command);
    }
  };
  return {
    isFull: () => {
      if (commands.size >= mostUnderWay) forget();
      return commands.size >= mostUnderWay;
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
