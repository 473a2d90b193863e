import type { BatchDatabase } from "@asbuilt/core/database";

/** How often a database was asked. */
export interface RoundTrips {
  reads: number;
  writes: number;
}

type Statements = Parameters<BatchDatabase["read"]>[0];
type Outcome = ReturnType<BatchDatabase["read"]>;

/** One batch on its way to the database. */
export interface Trip {
  readonly kind: "read" | "write";
  readonly statements: Statements;
  /** Lets it through, and answers what the database does. */
  send(): Outcome;
}

/** What a plant adds to a database that takes batches: the count, and ways to come between. */
export interface Watched {
  readonly database: BatchDatabase;
  readonly roundTrips: RoundTrips;
  /** Awaited before each batch is written: what it does comes between a load and its write. */
  beforeWrite: (() => Promise<void>) | undefined;
  /** Whether that is under way: who writes meanwhile does it as another process. */
  readonly isBetween: boolean;
  /** Called after each batch that was written; what it throws is what the caller sees. */
  afterWrite: (() => void) | undefined;
  /** Stands on the way of each batch that arrives at all, and answers it. */
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
