import { Refusal } from "../refusal.ts";
import { textOf } from "./faults.ts";

// The refusals of commands whose database fails. Each is a function, so that each error has its own
// stack. The service's log gets the message of the database, if there was one.
const reasonOf = (error: unknown) => (error === undefined ? {} : { reason: textOf(error) });

/** Nothing was written. An immediate retry would add load. */
export const overloaded = (detail = "The database has too much to do.", error?: unknown) =>
  new Refusal("overloaded", detail, {}, reasonOf(error));

/** Nothing was written: the request has already sent all queries that it is allowed. */
export const queriesUsedUp = () =>
  overloaded(
    "The request needs more queries of the database than one invocation of the Worker may send.",
  );

/** The result is too large for the database: a reader can request fewer rows. */
export class AnswerTooLarge extends Refusal {
  constructor(error?: unknown) {
    const detail = "The result is too large for the database. Request fewer records.";
    super("overloaded", detail, {}, reasonOf(error));
  }
}

/** Nothing was written: D1 takes no value over 2 MB, such as the record of a request under its key. */
export const recordTooLarge = (error: unknown) =>
  new Refusal(
    "too_large",
    "The record of this request is too large for the database. Send fewer lines in one request.",
    {},
    reasonOf(error),
  );

/** Nothing was written, and nothing will be until an operator has fixed the database. */
export const unavailable = (error: unknown) =>
  new Refusal(
    "unavailable",
    "The database is full, read-only or blocked at the moment.",
    {},
    reasonOf(error),
  );

/** The request can have been written. */
export const outcomeUnknown = (error?: unknown) =>
  new Refusal(
    "outcome_unknown",
    "It is not known whether the request took effect. Repeat it with the same Idempotency-Key.",
    {},
    reasonOf(error),
  );
