import type { D1Like } from "@asbuilt/core/database";
import type { D1Database, D1Result } from "@cloudflare/workers-types";

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
  bind(...params: unknown[]): Statement;
}

const statement = (sql: string, params: readonly unknown[] = []): Statement => ({
  sql,
  params,
  bind: (...bound) => statement(sql, bound),
});

/** A D1 with a replica that lags, and how its test drives it. */
export interface LaggingD1 extends D1Like {
  /** The number of commits that the replica is behind, unless a bookmark names a later one. */
  lag: number;
  /** Whether the primary can't be reached. */
  isDown: boolean;
  /** The batches that each has answered. */
  readonly answered: { primary: number; replica: number };
}

/**
 * Makes two equal local databases a primary and its replica: a local D1 takes any bookmark and has no
 * replica. Each commit of the primary is repeated at the replica, later. A bookmark is the number of a
 * commit in the form of D1's, and the replica catches up with it before it answers.
 */
export function laggingD1(primary: D1Database, replica: D1Database): LaggingD1 {
  const commits: (readonly Statement[])[] = [];
  let applied = 0;
  const inTurn = serially();
  const caughtUp = serially();
  const catchUp = async (least: number) => {
    while (applied < least) {
      await send(replica, commits[applied]!);
      applied++;
    }
  };
  const atPrimary = () => async (statements: readonly Statement[]) => {
    if (lagging.isDown) throw new Error("D1_ERROR: Network connection lost.");
    const results = await send(primary, statements);
    if (results.some(({ meta }) => meta.changed_db)) commits.push(statements);
    lagging.answered.primary++;
    return { results, at: commits.length };
  };
  const atReplica = (from: string) => async (statements: readonly Statement[]) => {
    const named = numberOf(from);
    if (named > commits.length) throw new Error("D1_ERROR: no such bookmark");
    await catchUp(Math.max(named, commits.length - lagging.lag));
    lagging.answered.replica++;
    return { results: await send(replica, statements), at: applied };
  };
  const lagging: LaggingD1 = {
    lag: 0,
    isDown: false,
    answered: { primary: 0, replica: 0 },
    withSession: (from) => {
      let bookmark: string | null = null;
      return {
        prepare: (sql) => statement(sql),
        batch: async (statements) => {
          const isFirst = from === "first-primary" && bookmark === null;
          const work = isFirst ? inTurn(atPrimary()) : caughtUp(atReplica(bookmark ?? from));
          // They were all prepared above.
          const { results, at } = await work(statements as Statement[]);
          bookmark = bookmarkOf(at);
          return results;
        },
        getBookmark: () => bookmark,
      };
    },
  };
  return lagging;
}

const send = (
  database: D1Database,
  statements: readonly Statement[],
): Promise<D1Result<Record<string, unknown>>[]> =>
  database.batch(statements.map(({ sql, params }) => database.prepare(sql).bind(...params)));

const bookmarkOf = (commit: number): string =>
  `${commit.toString(16).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;
const numberOf = (from: string): number =>
  from === "first-unconstrained" ? 0 : Number.parseInt(from.slice(0, 8), 16);

/** Returns a function that runs one piece of work after the other. */
function serially() {
  let last: Promise<unknown> = Promise.resolve();
  return <Sent, Result>(work: (sent: Sent) => Promise<Result>) =>
    (sent: Sent): Promise<Result> => {
      const next = last.then(() => work(sent));
      last = next.catch(() => {});
      return next;
    };
}
