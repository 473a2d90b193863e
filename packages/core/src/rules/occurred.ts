import { Refusal } from "../refusal.ts";

/** The time to decide by: when it happened, else now. A future time is `validation_failed`. */
export function requireHappened(occurredAt: number | null | undefined, now: number): number {
  if (occurredAt == null) return now;
  if (occurredAt <= now) return occurredAt;
  throw new Refusal("validation_failed", "occurredAt is in the future.", {
    errors: [{ pointer: "/occurredAt", detail: "A time that is not in the future." }],
  });
}
