import type { Answer, Plant } from "../plants/plant.ts";

/**
 * Sends a write, and lets another request finish between its load and its write: where the
 * database takes batches, exactly there; on a file, where nothing comes between, before both.
 * Answers the overtaken one's answer and what the other came to.
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
  if (result === undefined) throw new Error("The overtaken request did not come to its write.");
  return [answer, result];
}
