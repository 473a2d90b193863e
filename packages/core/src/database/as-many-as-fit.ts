import { AnswerTooLarge } from "./refusals.ts";
import type { Readable } from "./statement.ts";

/** How many bytes of long rows a file answers at once: the process must hold them. */
export const mostBytes = 4_194_304;

/** A statement held to that, for so many rows: one alone is read however long it is. */
export const heldTo = <Row>(rows: number, bound: Readable<Row>): Readable<Row> =>
  rows > 1 ? bound : { ...bound, asText: undefined };

/**
 * Reads so many rows, or as many of the first as the database answers at once: a libSQL server gives
 * no answer of more than 10 MB, and a file of long rows none of more than `mostBytes`.
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
