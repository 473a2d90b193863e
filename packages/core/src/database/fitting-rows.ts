import type { Bound } from "./bound.ts";
import { AnswerTooLarge } from "./refusals.ts";

/** The most bytes of long rows that one read of a file returns: the process must hold them. */
export const rowBytesMax = 4_194_304;

/** Limits a statement for a number of rows in bytes. A single row is read whatever its length. */
export const limitedInBytes = <Row>(rows: number, bound: Bound<Row>): Bound<Row> =>
  rows > 1 ? bound : { ...bound, asText: undefined };

/**
 * Reads `rowsMax` rows, or fewer if the result would be too large for the database: a libSQL server
 * returns at most 10 MB, and a file of long rows at most `rowBytesMax`. Returns the number of rows
 * that fitted with the result.
 */
export async function readFitting<Result>(
  rowsMax: number,
  read: (rows: number) => Promise<Result>,
): Promise<{ readonly result: Result; readonly fitting: number }> {
  for (let fitting = rowsMax; ; fitting = Math.ceil(fitting / 2)) {
    try {
      return { result: await read(fitting), fitting };
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || fitting <= 1) throw error;
    }
  }
}
