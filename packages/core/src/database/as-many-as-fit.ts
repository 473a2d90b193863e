import { AnswerTooLarge } from "./refusals.ts";

/**
 * Reads so many rows, or as many of the first as the database answers at once: a libSQL server gives
 * no answer of more than 10 MB.
 */
export async function asManyAsFit<Read>(
  most: number,
  read: (most: number) => Promise<Read>,
): Promise<{ readonly read: Read; readonly most: number }> {
  for (let fitting = most; ; fitting = Math.ceil(fitting / 2)) {
    try {
      return { read: await read(fitting), most: fitting };
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || fitting <= 1) throw error;
    }
  }
}
