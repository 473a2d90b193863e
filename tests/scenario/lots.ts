import type { Answer } from "../plants/requests.ts";
import type { PlantRequests } from "./factories.ts";

export type Item = Answer["body"];
type Fields = Readonly<Record<string, unknown>>;

export const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id);

const mergeOf = (into: Item, from: readonly Item[], fields: Fields) => ({
  id: into.id,
  from: from.map(({ id }) => ({ id })),
  ...fields,
});

/** Returns the ways to divide the lots of a plant and to put them together. */
export const lotsOf = (plant: PlantRequests) => ({
  /** Takes parts off a lot. A number is the quantity of a part with a serial of its own. */
  split: (lot: Item, parts: readonly (number | Fields)[], fields: Fields = {}): Promise<Answer> =>
    plant.put("/api/MaterialItem/Split", {
      id: lot.id,
      parts: parts.map((part) =>
        typeof part === "number" ? { qty: part, visualSerialNo: plant.unique("Part") } : part,
      ),
      ...fields,
    }),
  merge: (into: Item, from: readonly Item[], fields: Fields = {}): Promise<Answer> =>
    plant.put("/api/MaterialItem/Merge", mergeOf(into, from, fields)),
  /** Merges, and fails if that is refused. */
  merged: (into: Item, from: readonly Item[], fields: Fields = {}): Promise<Item> =>
    plant.done("put", "/api/MaterialItem/Merge", mergeOf(into, from, fields)),
  get: async ({ id }: Item): Promise<Item> => (await plant.get(`/api/MaterialItem/Get/${id}`)).body,
});

/** Takes one part off a lot, and returns the part. */
export async function partOf(
  { split }: ReturnType<typeof lotsOf>,
  lot: Item,
  qty: number,
): Promise<Item> {
  const { status, body } = await split(lot, [qty]);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.parts[0];
}
