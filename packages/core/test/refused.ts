import { Refusal, type RefusalCode } from "../src/refusal.ts";

/** The refusal that a decision throws; anything else that happens fails the test. */
export function refusalOf(decide: () => unknown): Refusal {
  try {
    decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("The decision was not refused.");
}

/** The code with which a decision is refused. */
export const codeOf = (decide: () => unknown): RefusalCode => refusalOf(decide).code;

/** What a refusal says that finds one field at fault, and of it what its sentence says. */
export const atFault = (code: RefusalCode, message: string, pointer: string) => ({
  code,
  message,
  errors: [{ pointer, detail: message }],
});

/** All that a refusal says: its code, its sentence, and what it has beside them. */
export const told = (decide: () => unknown) => all(refusalOf(decide));

const all = ({ code, message, extras }: Refusal) => ({ code, message, ...extras });

/** All that the refusal of a whole verb says; anything else that happens fails the test. */
export async function refusedWith(verb: Promise<unknown>) {
  const outcome: unknown = await verb.then(
    () => "accepted",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return all(outcome);
  throw new Error("The verb was not refused.", { cause: outcome });
}
