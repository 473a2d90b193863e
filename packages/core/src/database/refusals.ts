import { Refusal } from "../refusal.ts";

// What a database that fails lets a command say. Each is a function: an error has its own stack.

/** Nothing was written, and asking again at once would make it worse. */
export const overloaded = (detail = "The database has too much to do.") =>
  new Refusal("overloaded", detail);

/** Nothing was written: what the request did before took all the queries that it may send. */
export const usedUp = () =>
  overloaded("It takes more queries of the database than one invocation of the Worker may send.");

/** Nothing was written, nor will be before someone has seen to the database. */
export const unavailable = () =>
  new Refusal("unavailable", "The database is full, read-only or blocked at the moment.");

/** It may have been written. */
export const outcomeUnknown = () =>
  new Refusal(
    "outcome_unknown",
    "It is not known whether the request took effect. Repeat it with the same Idempotency-Key.",
  );
