import type { BatchDatabase } from "@asbuilt/core/database";

/** How often a database was asked. */
export interface RoundTrips {
  reads: number;
  writes: number;
}

/** What a plant adds to a database that takes batches: the count, and a way to fail. */
export interface Watched {
  readonly database: BatchDatabase;
  readonly roundTrips: RoundTrips;
  /** Called after each batch that was written; what it throws is what the caller sees. */
  afterWrite: (() => void) | undefined;
}

/** Counts the round trips of a database. */
export function watch(database: BatchDatabase): Watched {
  const roundTrips = { reads: 0, writes: 0 };
  const watched: Watched = {
    roundTrips,
    afterWrite: undefined,
    database: {
      read: (statements) => {
        roundTrips.reads++;
        return database.read(statements);
      },
      write: async (statements) => {
        roundTrips.writes++;
        const results = await database.write(statements);
        watched.afterWrite?.();
        return results;
      },
    },
  };
  return watched;
}
