import { version } from "@asbuilt/contract/version";
import { type Executor, plainSql } from "@asbuilt/core/database";
import { newestSchema } from "../database/migrations.ts";
import { readCommit } from "../place.ts";

/** The software that runs, as the first line of the log names it. */
export interface About {
  readonly version: string;
  /** The commit of the sources; undefined if that is not known. */
  readonly commit: string | undefined;
  readonly node: string;
  readonly sqlite: string;
  /** The newest migration of the database. */
  readonly schema: string;
}

/** Returns the software that runs on a migrated database. */
export async function about(executor: Executor): Promise<About> {
  const [rows] = await executor.read([plainSql("select sqlite_version()")]);
  return {
    version,
    commit: readCommit(),
    node: process.versions.node,
    sqlite: String(rows![0]![0]),
    schema: newestSchema(),
  };
}
