import { and, eq, inArray } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { bomSlot } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Context, readInParts, readRows } from "../engine/index.ts";
import type { AsOf } from "../genealogy/as-of.ts";
import { type DetailedPlace, withDetails } from "../genealogy/details.ts";
import { type Link, reach, type Reached } from "../genealogy/links.ts";
import { takePlaces, walkStructure } from "../genealogy/places.ts";

/** The slots whose builds stay out of the record. */
const slotsLeftOut = statement(() =>
  query
    .select({ id: bomSlot.id })
    .from(bomSlot)
    .where(and(inArray(bomSlot.id, each("slots")), eq(bomSlot.edhrBuildRequired, 0))),
);

/**
 * Lists what is in a unit, in pre-order, without what is built into slots whose `edhrBuildRequired`
 * is 0. Of more places than the most, it returns one more.
 */
export async function contentsOf(
  context: Context,
  id: number,
  asOf: AsOf,
  placesMax: number,
): Promise<readonly DetailedPlace[]> {
  const reached = await reach(context, [id], { direction: "down", asOf });
  const slots = new Set([...reached.links.values()].flat().map(({ slotId }) => slotId));
  const asked = slotsLeftOut({ slots: JSON.stringify([...slots].filter((slot) => slot >= 0)) });
  const leftOut = new Set((await readRows(context, asked)).map((slot) => slot.id));
  const places = walkStructure(shown(reached, id, leftOut), id, {});
  return readInParts(context.executor, takePlaces(places, placesMax + 1), (some) =>
    withDetails(context, "down", some, asOf),
  );
}

/** Returns what links lead to from an item without those of some slots. */
function shown(reached: Reached, rootId: number, leftOut: ReadonlySet<number>): Reached {
  if (leftOut.size === 0) return reached;
  const links = new Map<number, readonly Link[]>();
  const cameFrom = new Map<number, number | undefined>([[rootId, undefined]]);
  // A map is read in the order of its entries, also of those that are added meanwhile.
  for (const id of cameFrom.keys()) {
    const own = (reached.links.get(id) ?? []).filter(({ slotId }) => !leftOut.has(slotId));
    links.set(id, own);
    for (const { toId } of own) if (!cameFrom.has(toId)) cameFrom.set(toId, id);
  }
  return { ...reached, links, cameFrom };
}
