import type { Executor } from "@asbuilt/core/database";
import type { Watched } from "./watch.ts";

/** A database of a plant's own, on one of the three runtimes. */
export interface PlantDatabase {
  readonly runtime: "node" | "sqld" | "d1";
  readonly executor: Executor;
  /** The batches, where the database takes them: on sqld and D1. */
  readonly batches: Watched | undefined;
  /** Rows by column, straight from the database. */
  sql(text: string, params: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
