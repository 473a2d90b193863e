import { type Context, type Listing, readChecked, rowsOfNextRead } from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { holderOfSerial } from "../material-item/former-serial.ts";
import { type ItemReference, itemsReferredTo, requireItem } from "../material-item/item-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import { type DetailedPlace, withDetails } from "./details.ts";
import { type Direction, reach } from "./links.ts";
import { noSuchCursor, type Place, type Places, placesIn, take, type Way } from "./places.ts";

/** Whose structure is asked for. */
export interface StructureInput extends ItemReference {
  /** How many levels; undefined is all. */
  readonly depth?: number | undefined;
  /** By when it was recorded, in milliseconds since 1970; undefined is as it is. */
  readonly at?: number | undefined;
  /** Whether an item is listed in each of its places; else in the first of its highest. */
  readonly paths?: boolean | undefined;
}

/** Where a page begins: after a place of the record as it was up to a change. */
export interface StructureCursor {
  /** What the structure is of, by `markOf`. */
  readonly of: number;
  readonly seq: number;
  readonly way: Way;
}

/** The part of a structure that is asked for. */
export interface StructurePage {
  readonly limit?: number | undefined;
  readonly cursor?: StructureCursor | undefined;
}

type Structure = Promise<Listing<DetailedPlace, StructureCursor>>;

/**
 * Lists everything that is in an item, in pre-order. Refuses `not_found`, and `validation_failed` a
 * cursor of another request: places would be missing, and nobody would be told.
 */
export const asBuilt = (context: Context, input: StructureInput, page: StructurePage): Structure =>
  listStructure(context, "down", input, page);

/** Lists everything that an item went into, in pre-order. Refuses what `asBuilt` does. */
export const whereUsed = (
  context: Context,
  input: StructureInput,
  page: StructurePage,
): Structure => listStructure(context, "up", input, page);

async function listStructure(
  context: Context,
  direction: Direction,
  input: StructureInput,
  { limit, cursor }: StructurePage,
): Structure {
  const { id, lastSeq } = await findRoot(context, input);
  const of = markOf(direction, id, input);
  if (cursor && cursor.of !== of) throw noSuchCursor();
  const seq = Math.min(cursor?.seq ?? lastSeq, lastSeq);
  const { at, depth } = input;
  const asOf = { seq, at };
  const reached = await reach(context, [id], { direction, asOf, depth });
  const places = placesIn(reached, id, { ...input, after: cursor?.way });
  const size = limit ?? context.executor.listRows;
  const detailed = (some: readonly Place[]) => withDetails(context, direction, some, asOf);
  const first = take(places, size);
  const more = first.length === size;
  const described = await detailed(first);
  const rest = () => following(context, places, detailed, described);
  return {
    first: described,
    rest: more && limit === undefined ? rest() : undefined,
    next: more && limit !== undefined ? { of, seq, way: places.way() } : undefined,
  };
}

/** A number that tells requests for structures apart: FNV-1a, in 32 bits. */
function markOf(direction: Direction, id: number, { depth, at, paths = false }: StructureInput) {
  let mark = 0x811c9dc5;
  for (const character of `${direction} ${id} ${depth} ${at} ${paths}`) {
    mark = Math.imul(mark ^ character.charCodeAt(0), 0x01000193);
  }
  return mark >>> 0;
}

/** The item that is asked about, and how far the record goes. */
async function findRoot(context: Context, reference: ItemReference) {
  const { id, visualSerialNo } = reference;
  const items = itemsReferredTo([reference]);
  const holder = holderOfSerial({ serial: foldGiven(visualSerialNo) ?? null });
  const newest = newestChange();
  const [found, holders, last] = await readChecked(context, [items, holder, newest]);
  const lastSeq = newest.row(last![0]!).seq;
  // The serial can be a former one of the item, which is found by no current serial.
  const { id: holderId } = holder.row(holders![0]!);
  if (holderId !== null && (id === undefined || id === holderId)) return { id: holderId, lastSeq };
  return { id: requireItem(found!.map(items.row), reference).id, lastSeq };
}

async function* following(
  { executor }: Context,
  places: Places,
  detailed: (some: readonly Place[]) => Promise<DetailedPlace[]>,
  first: readonly DetailedPlace[],
): AsyncGenerator<readonly DetailedPlace[]> {
  let described = first;
  for (;;) {
    const some = take(places, rowsOfNextRead(executor, described, Object.values));
    if (some.length === 0) return;
    // oxlint-disable-next-line no-await-in-loop -- a file would be read to its end in one turn
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop
    described = await detailed(some);
    yield described;
  }
}
