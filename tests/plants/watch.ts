import type { BatchDatabase } from "@asbuilt/core/database";

/** The number of batches that a database was sent. */
export interface RoundTrips {
  reads: number;
  writes: number;
}

type Statements = Parameters<BatchDatabase["read"]>[0];
type Outcome = ReturnType<BatchDatabase["read"]>;

/** One batch that is on its way to the database. */
export interface Trip {
  readonly kind: "read" | "write";
  readonly statements: Statements;
  /** Lets the batch through and returns the database's result. */
  send(): Outcome;
}

/** The additions to a database that takes batches: a count, and hooks that run in between. */
export interface Watched {
  readonly database: BatchDatabase;
  readonly roundTrips: RoundTrips;
  /** Awaited before each batch is written, so its work falls between a load and its write. */
  beforeWrite: (() => Promise<void>) | undefined;
  /** Whether `beforeWrite` is running. A write that starts then counts as another process's. */
  readonly isBetween: boolean;
  /** Called after each written batch. The caller sees the errors that it throws. */
  afterWrite: (() => void) | undefined;
  /** Intercepts each batch that arrives, and returns its result. */
  through: ((trip: Trip) => Outcome) | undefined;
}

/** Counts the round trips of a database. */
export function watch(database: BatchDatabase): Watched {
  const roundTrips = { reads: 0, writes: 0 };
  const pass = (kind: Trip["kind"], statements: Statements, deadline: number): Outcome => {
    const send = () => database[kind](statements, deadline);
    return watched.through ? watched.through({ kind, statements, send }) : send();
  };
  const between = async (work: () => Promise<void>) => {
    watched.isBetween = true;
    await work().finally(() => (watched.isBetween = false));
  };
  const watched = {
    roundTrips,
    isBetween: false,
    through: undefined as Watched["through"],
    beforeWrite: undefined as Watched["beforeWrite"],
    afterWrite: undefined as Watched["afterWrite"],
    database: {
      bytes: database.bytes,
      read: (statements: Statements, deadline: number) => {
        roundTrips.reads++;
        return pass("read", statements, deadline);
      },
      write: async (statements: Statements, deadline: number) => {
        if (watched.beforeWrite) await between(watched.beforeWrite);
        roundTrips.writes++;
        const results = await pass("write", statements, deadline);
        watched.afterWrite?.();
        return results;
      },
    },
  };
  return watched;
}
