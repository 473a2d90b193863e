import { plainSql } from "../database/bound.ts";
import type { Executor } from "../database/executor.ts";
import { Refusal } from "../refusal.ts";
import { migrationCount } from "./made-schema.gen.ts";

/** Where the migrations of a database are recorded: by Wrangler on D1, by Node on a server. */
type MigrationsTable = "d1_migrations" | "__drizzle_migrations";

const checkEveryMs = 10_000;

/**
 * Refuses (`unavailable`) every call on a database that a newer asbuilt has migrated: what this
 * version writes could lack what the newer one logs. It looks before the first call, and before a
 * call that comes 10 seconds after the last look.
 */
export function refusingNewerSchema(executor: Executor, table: MigrationsTable): Executor {
  const recorded = plainSql(`select count(*) from ${table}`);
  let checkedAt = -Infinity;
  const isDue = () => Date.now() - checkedAt >= checkEveryMs;
  const check = async (read: Executor["read"]) => {
    const [rows] = await read([recorded]);
    if (Number(rows![0]![0]) > migrationCount) {
      throw new Refusal("unavailable", "A newer asbuilt has migrated the database.");
    }
    checkedAt = Date.now();
  };
  const checked =
    (read: Executor["read"]): Executor["read"] =>
    async (statements, asOne) => {
      if (!isDue()) return read(statements, asOne);
      // At the same time: the first request of an isolate waits no longer than before.
      const [found, looked] = await Promise.allSettled([read(statements, asOne), check(read)]);
      if (looked.status === "rejected") throw looked.reason;
      if (found.status === "rejected") throw found.reason;
      return found.value;
    };
  const { replicas } = executor;
  return {
    ...executor,
    read: checked((statements, asOne) => executor.read(statements, asOne)),
    run: async (job) => {
      if (isDue()) await check((statements) => executor.read(statements));
      return executor.run(job);
    },
    // A replica has the migrations too.
    replicas: replicas && {
      ...replicas,
      open: (from) => {
        const reads = replicas.open(from);
        return { ...reads, read: checked(reads.read) };
      },
    },
  };
}
