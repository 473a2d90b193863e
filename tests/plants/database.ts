import type { AttachmentStore } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import type { Answered } from "./check-answer.ts";
import type { Watched } from "./watch.ts";

/** The database of one plant, on one of the three runtimes. */
export interface PlantDatabase {
  readonly runtime: "node" | "sqld" | "d1";
  readonly executor: Executor;
  /** The batches, if the database takes batches: on sqld and D1. */
  readonly batches: Watched | undefined;
  /** The place of the content of attachments: a folder, or on D1 an R2 bucket. */
  readonly attachments: AttachmentStore;
  /** Takes a content away from that place, or puts other bytes there. */
  readonly forge: (sha256: string, bytes: Uint8Array | undefined) => Promise<void>;
  /** Checks a response against openapi.json. Not on D1: Workers can't compile code at run time. */
  readonly checkDocumented?: (method: string, path: string, answer: Answered) => void;
  /** Reads rows by column, straight from the database. */
  sql(text: string, params: readonly unknown[]): Promise<Record<string, unknown>[]>;
}
