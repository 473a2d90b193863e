import { Refusal } from "../refusal.ts";
import { textOf } from "./faults.ts";

// What a database that fails lets a command say. Each is a function: an error has its own stack. The
// log is told what the database said, where it said something.
const saidIn = (error: unknown) => (error === undefined ? {} : { reason: textOf(error) });

/** Nothing was written, and asking again at once would make it worse. */
export const overloaded = (detail = "The database has too much to do.", error?: unknown) =>
  new Refusal("overloaded", detail, {}, saidIn(error));

/** Nothing was written: what the request did before took all the queries that it may send. */
export const usedUp = () =>
  overloaded("It takes more queries of the database than one invocation of the Worker may send.");

/** The database gives no answer as large: whoever reads rows may ask for fewer. */
export class AnswerTooLarge extends Refusal {
  constructor(error?: unknown) {
    const detail = "The database gives no answer as large. Ask for fewer records at once.";
    super("overloaded", detail, {}, saidIn(error));
  }
}

/** Nothing was written, nor will be before someone has seen to the database. */
export const unavailable = (error: unknown) =>
  new Refusal(
    "unavailable",
    "The database is full, read-only or blocked at the moment.",
    {},
    saidIn(error),
  );

/** It may have been written. */
export const outcomeUnknown = (error?: unknown) =>
  new Refusal(
    "outcome_unknown",
    "It is not known whether the request took effect. Repeat it with the same Idempotency-Key.",
    {},
    saidIn(error),
  );
