import type { Executor } from "@asbuilt/core/database";

/** A database of a plant's own, on one of the three runtimes. */
export interface PlantDatabase {
  readonly runtime: "node" | "sqld" | "d1";
  readonly executor: Executor;
  sql(text: string, params: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
