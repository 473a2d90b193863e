import {
  Refusal,
  type RefusalCode,
  type RefusalExtras,
  type RefusalMembers,
} from "../src/refusal.ts";

/** Returns the refusal that a decision throws; fails the test on any other outcome. */
export function refusalOf(decide: () => unknown): Refusal {
  try {
    decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("The decision was not refused.");
}

/** Returns the code of a decision's refusal. */
export const codeOf = (decide: () => unknown): RefusalCode => refusalOf(decide).code;

/** The details of a refusal with one invalid field, whose detail is the message. */
export const atFault = (code: RefusalCode, message: string, pointer: string) => ({
  code,
  message,
  errors: [{ pointer, detail: message }],
});

/**
 * Returns the details of a decision's refusal: code, message, errors and members. Its facts for the
 * next action are left out: `tests/scenario/refusal-facts.test.ts` compares them.
 */
export const refusalDetails = (decide: () => unknown) => detailsOf(refusalOf(decide));

function detailsOf({ code, message, extras: { errors, members = {} } }: Refusal) {
  // The gate's own tests compare its slots.
  const left = code === "incomplete" ? facts : [...facts, "slots", "count"];
  const others = Object.entries(members).filter(([name]) => !left.includes(name));
  // They are members as they were.
  const kept = { members: Object.fromEntries(others) as RefusalMembers };
  const details: Pick<Refusal, "code" | "message"> & RefusalExtras = { code, message };
  return { ...details, ...(errors ? { errors } : {}), ...(others.length > 0 ? kept : {}) };
}

const facts = "item hold builtInto order limit earliest".split(" ");

/** Returns all details of a verb's refusal; fails the test on any other outcome. */
export async function refusedWith(verb: Promise<unknown>) {
  const outcome: unknown = await verb.then(
    () => "accepted",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return detailsOf(outcome);
  throw new Error("The verb was not refused.", { cause: outcome });
}
