import type { Bound } from "./bound.ts";
import { AnswerTooLarge } from "./refusals.ts";

/** The most bytes of long rows that a file returns in one read: the process must hold them. */
export const rowBytesMax = 4_194_304;

/** The statement for that many rows, limited in bytes: a single row is read whatever its length. */
export const limitedInBytes = <Row>(rows: number, bound: Bound<Row>): Bound<Row> =>
  rows > 1 ? bound : { ...bound, asText: undefined };

/**
 * Reads `rowsMax` rows, or fewer where the database does not return them in one answer: a libSQL
 * server returns no answer of more than 10 MB, and a file of long rows at most `rowBytesMax`.
 * Returns how many rows fitted besides the result.
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
