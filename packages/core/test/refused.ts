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
export function told(decide: () => unknown) {
  const { code, message, extras } = refusalOf(decide);
  return { code, message, ...extras };
}
