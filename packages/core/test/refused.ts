import { Refusal, type RefusalCode } from "../src/refusal.ts";

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

/** Returns all details of a decision's refusal: code, message, errors and other members. */
export const refusalDetails = (decide: () => unknown) => all(refusalOf(decide));

const all = ({ code, message, extras }: Refusal) => ({ code, message, ...extras });

/** Returns all details of a verb's refusal; fails the test on any other outcome. */
export async function refusedWith(verb: Promise<unknown>) {
  const outcome: unknown = await verb.then(
    () => "accepted",
    (error: unknown) => error,
  );
  if (outcome instanceof Refusal) return all(outcome);
  throw new Error("The verb was not refused.", { cause: outcome });
}
