import type { Executor } from "@asbuilt/core/database";
import type { Answered } from "./check-answer.ts";
import type { Watched } from "./watch.ts";

/** A database of a plant's own, on one of the three runtimes. */
export interface PlantDatabase {
  readonly runtime: "node" | "sqld" | "d1";
  readonly executor: Executor;
  /** The batches, where the database takes them: on sqld and D1. */
  readonly batches: Watched | undefined;
  /** Holds an answer to openapi.json. Workers make no code at run time, as that does. */
  readonly checkDocumented?: (method: string, path: string, answer: Answered) => void;
  /** Rows by column, straight from the database. */
  sql(text: string, params: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
