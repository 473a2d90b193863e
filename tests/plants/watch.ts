import type { BatchDatabase } from "@asbuilt/core/database";

/** How often a database was asked. */
export interface RoundTrips {
  reads: number;
  writes: number;
}

/** What a plant adds to a database that takes batches: the count, and ways to come between. */
export interface Watched {
  readonly database: BatchDatabase;
  readonly roundTrips: RoundTrips;
  /** Awaited before each batch is written: what it does comes between a load and its write. */
  beforeWrite: (() => Promise<void>) | undefined;
  /** Called after each batch that was written; what it throws is what the caller sees. */
  afterWrite: (() => void) | undefined;
}

/** Counts the round trips of a database. */
export function watch(database: BatchDatabase): Watched {
  const roundTrips = { reads: 0, writes: 0 };
  const watched: Watched = {
    roundTrips,
    beforeWrite: undefined,
    afterWrite: undefined,
    database: {
      read: (statements) => {
        roundTrips.reads++;
        return database.read(statements);
      },
      write: async (statements) => {
        await watched.beforeWrite?.();
        roundTrips.writes++;
        const results = await database.write(statements);
        watched.afterWrite?.();
        return results;
      },
    },
  };
  return watched;
}
