import {
  type Context,
  type Listing,
  noSuchCursor,
  readChecked,
  readInParts,
  rowsOfNextRead,
} from "../engine/index.ts";
import { newestChange } from "../engine/record.ts";
import { holderOfSerial } from "../history/former-serial.ts";
import { type ItemReference, itemsReferredTo, requireItem } from "../material-item/item-change.ts";
import { foldGiven } from "../values/fold-case.ts";
import type { Times } from "./as-of.ts";
import { type DetailedPlace, withDetails } from "./details.ts";
import type { Direction } from "./link-tuple.ts";
import { reach } from "./links.ts";
import {
  type StructurePlace,
  type StructureWalk,
  walkStructure,
  takePlaces,
  type Way,
} from "./places.ts";

/** The item whose structure is requested. */
export interface StructureInput extends ItemReference, Times {
  /** The number of levels; undefined for all. */
  readonly depth?: number | undefined;
  /** Whether an item is listed in each of its places; otherwise in the first of its highest. */
  readonly paths?: boolean | undefined;
}

/** The beginning of a page: a place in the structure, and the state that the pages list. */
export interface StructureCursor {
  /** The mark of the request that it belongs to: `requestMarkOf`. */
  readonly of: number;
  readonly seq: number;
  readonly way: Way;
}

/** The requested part of a structure. */
export interface StructurePage {
  readonly limit?: number | undefined;
  readonly cursor?: StructureCursor | undefined;
}

type Structure = Promise<Listing<DetailedPlace, StructureCursor>>;

/**
 * Lists everything that is in an item, in pre-order. Refuses `not_found`, and a cursor of another
 * request (`validation_failed`): the client would miss places without notice.
 */
export const asBuilt = (context: Context, input: StructureInput, page: StructurePage): Structure =>
  listStructure(context, "down", input, page);

/** Lists everything that an item went into, in pre-order. Refuses the same as `asBuilt`. */
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
  const of = requestMarkOf(direction, id, input);
  if (cursor && cursor.of !== of) throw noSuchCursor();
  const seq = Math.min(cursor?.seq ?? lastSeq, lastSeq);
  const { at, knownAt, depth } = input;
  const asOf = { seq, at, knownAt };
  const reached = await reach(context, [id], { direction, asOf, depth });
  const places = walkStructure(reached, id, { ...input, after: cursor?.way });
  const size = limit ?? context.executor.listRows;
  const readDetails = (some: readonly StructurePlace[]) =>
    withDetails(context, direction, some, asOf);
  const first = takePlaces(places, size);
  const more = first.length === size;
  const described = await readInParts(context.executor, first, readDetails);
  const rest = () => followingPlaces(context, places, readDetails, described);
  return {
    first: described,
    rest: more && limit === undefined ? rest() : undefined,
    next: more && limit !== undefined ? { of, seq, way: places.way() } : undefined,
  };
}

/** Returns a number that differs between requests for structures: FNV-1a, 32 bits. */
function requestMarkOf(
  direction: Direction,
  id: number,
  { depth, at, knownAt, paths = false }: StructureInput,
) {
  let mark = 0x811c9dc5;
  // Without `knownAt` it is the mark of an earlier asbuilt, whose cursors stay valid.
  const known = knownAt === undefined ? "" : ` ${knownAt}`;
  for (const character of `${direction} ${id} ${depth} ${at} ${paths}${known}`) {
    mark = Math.imul(mark ^ character.charCodeAt(0), 0x01000193);
  }
  return mark >>> 0;
}

/** Finds the item of the request, and the last place of the log. */
export async function findRoot(context: Context, reference: ItemReference) {
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

async function* followingPlaces(
  { executor }: Context,
  places: StructureWalk,
  readDetails: (some: readonly StructurePlace[]) => Promise<DetailedPlace[]>,
  first: readonly DetailedPlace[],
): AsyncGenerator<readonly DetailedPlace[]> {
  let described = first;
  for (;;) {
    const some = takePlaces(places, rowsOfNextRead(executor, described, Object.values));
    if (some.length === 0) return;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    described = await readDetails(some);
    yield described;
  }
}
