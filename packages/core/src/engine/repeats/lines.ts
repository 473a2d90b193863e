import type { Logged } from "../../database/executor.ts";
import type { RefusalCode, RefusalExtras } from "../../refusal.ts";

/** The recorded outcome of one input. */
export type RecordedLine =
  | {
      readonly answer: unknown;
      /** Whether it was a repetition already when it was recorded. */
      readonly isReplay: boolean;
    }
  | {
      /** As asbuilt recorded it before it recorded answers: its command makes the answer again. */
      readonly decision: unknown;
      readonly logged: readonly Logged[];
      readonly isReplay: boolean;
    }
  | { readonly refused: RecordedRefusal };

/** A refusal as plain JSON. */
export interface RecordedRefusal {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly extras: RefusalExtras;
}
