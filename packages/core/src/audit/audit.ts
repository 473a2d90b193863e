import type { Executor } from "../database/executor.ts";
import { type Finding, laws } from "./laws.ts";

/** Finds the records that break a law, on one state of the database. */
export async function audit({ read }: Pick<Executor, "read">): Promise<Finding[]> {
  const results = await read(laws);
  return laws.flatMap(({ row }, index) => results[index]!.map(row));
}
