import { Refusal } from "../refusal.ts";
import { faultOf } from "./faults.ts";
import type { Bound, RawRow } from "./bound.ts";

/** Runs one statement to its end. */
export type Run = (bound: Bound) => readonly RawRow[];

/**
 * Runs statements until one finds the database damaged. After that it refuses all but a rollback
 * (`unavailable`): a read could return wrong rows, and a write could be lost.
 */
export function untilDamaged(run: Run): Run {
  let damage: Refusal | undefined;
  return (bound) => {
    if (damage && bound.sql !== "ROLLBACK") throw damage;
    try {
      return run(bound);
    } catch (cause) {
      if (faultOf(cause) !== "damaged") throw cause;
      damage ??= new Refusal("unavailable", "The database is damaged.", {}, { cause });
      throw damage;
    }
  };
}
