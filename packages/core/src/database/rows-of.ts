import type { Bound } from "./bound.ts";
import type { Executor } from "./executor.ts";

/** Reads the rows of one statement. */
export async function rowsOf<Row>(
  executor: Pick<Executor, "read">,
  bound: Bound<Row>,
): Promise<Row[]> {
  const [rows] = await executor.read([bound]);
  return rows!.map(bound.row);
}
