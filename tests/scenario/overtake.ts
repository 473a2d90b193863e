import type { Answer, Plant } from "../plants/plant.ts";

/**
 * Sends a write, and lets another request finish between its load and its write. On a file nothing
 * comes between, so the other one goes first. Returns the response to the overtaken write and the
 * other one's result.
 */
export async function overtake<Result>(
  { database: { batches } }: Plant,
  overtaken: () => Promise<Answer>,
  faster: () => Promise<Result>,
): Promise<[overtaken: Answer, faster: Result]> {
  if (!batches) {
    const result = await faster();
    return [await overtaken(), result];
  }
  let result: Result | undefined;
  batches.beforeWrite = async () => {
    batches.beforeWrite = undefined;
    result = await faster();
  };
  const answer = await overtaken();
  if (result === undefined) throw new Error("The overtaken request did not reach its write.");
  return [answer, result];
}
