import type { Fields } from "../engine/index.ts";
import { fullPart, isLoggedPending, type LoggedPart } from "../engine/record.ts";
import { parseRowText, type SealedRow } from "../seal/logged-row.ts";
import { documentRefused, type ForeignPlace, type ForeignUnit } from "./document.ts";

/** An item as a document shows it. The quantity is in millionths. */
export interface ShownItem {
  readonly id: number;
  readonly visualSerialNo: string;
  readonly productName: string;
  readonly version: string | null;
  readonly batchNo: string | null;
  readonly deliveryNo: string | null;
  readonly nominalQty: number;
  readonly unit: string;
}

/** The most places of a unit: they are one row of the log, which D1 limits to 2 MB. */
const placesMax = 2000;

/** A way into an item: what came in, how much of it, and its place in the log. */
interface Entry {
  readonly id: number;
  readonly link: "build" | "split" | "merge";
  readonly seq: number;
  readonly qty: number;
}

/** An item as its sealed changes say. */
interface SealedItem {
  fields: Fields;
  /** The revision and the action of its last Dispatch, Return, Scrap or Void. */
  left: { readonly revNo: number; readonly action: string } | undefined;
  readonly entries: Entry[];
  /** The quantities that were taken out of it again, by the item. */
  readonly removed: Map<number, number>;
  /** The places of its own document, if it came from another plant itself. */
  readonly foreign: ForeignPlace[];
}

const leaving: ReadonlySet<unknown> = new Set(["dispatched", "returned", "scrapped", "voided"]);

/**
 * Returns a unit of another plant, as the texts of its sealed changes say. The names of products and
 * units, which no change says, are those of the items. Refuses (`document_refused`) items that differ
 * from their changes, and a unit that was not dispatched.
 */
export function unitOf(id: number, texts: readonly string[], shown: readonly ShownItem[]) {
  const items = sealedItems(texts);
  for (const item of shown) requireAsSealed(item, items.get(item.id));
  const unit = items.get(id);
  if (!unit || unit.left?.action !== "dispatched") {
    const detail = "The unit of the document was not dispatched, or came back since.";
    throw documentRefused("dispatch", detail);
  }
  const destination = textOf(unit.fields["destination"]);
  const places = [...placesOf(id, items, new Map(shown.map((item) => [item.id, item])))];
  const [itself] = places;
  if (!itself) throw documentRefused("content", "No change says what the unit is.");
  const { visualSerialNo } = itself;
  const { revNo: dispatchRevNo } = unit.left;
  return { id, visualSerialNo, dispatchRevNo, destination, places } satisfies ForeignUnit;
}

function sealedItems(texts: readonly string[]): ReadonlyMap<number, SealedItem> {
  const rows = texts
    .map(parseRowText)
    .toSorted((one, other) => numberOf(one, "seq") - numberOf(other, "seq"));
  const ids = new Map(
    rows.map((row) => [placeOf(row, Number(row["ordinal"])), numberOf(row, "entity_id")]),
  );
  const items = new Map<number, SealedItem>();
  const itemWith = (id: number): SealedItem => {
    let item = items.get(id);
    if (!item) {
      item = { fields: {}, left: undefined, entries: [], removed: new Map(), foreign: [] };
      items.set(id, item);
    }
    return item;
  };
  for (const row of rows) {
    if (row["entity"] !== "MaterialItem") continue;
    const id = numberOf(row, "entity_id");
    const item = itemWith(id);
    const {
      detail,
      parts = [],
      ...fields
    } = JSON.parse(String(row["after"])) as Fields & {
      readonly detail?: Fields;
      readonly parts?: readonly LoggedPart[];
    };
    // Only the row of a receipt has its delivery where items did not have one yet.
    const received = row["delivery_no"] === null ? {} : { deliveryNo: row["delivery_no"] };
    item.fields = { ...item.fields, ...received, ...fields };
    const { action } = row;
    if (leaving.has(action)) item.left = { revNo: numberOf(row, "rev_no"), action: String(action) };
    if (action === "removed" && detail) {
      const { removed } = itemWith(Number(detail["parentId"]));
      removed.set(id, (removed.get(id) ?? 0) + Number(detail["qty"]));
    }
    const of = { ordinal: numberOf(row, "ordinal"), id, detail };
    for (const logged of parts) {
      const part = fullPart(logged, of);
      if (part.kind !== "insertPart") continue;
      const { values } = part;
      // A record that its operation created is named by its place there.
      const idIn = (name: string): number => {
        const value = values[name];
        return isLoggedPending(value) ? ids.get(placeOf(row, value.ordinal))! : Number(value);
      };
      const came = { seq: numberOf(row, "seq"), qty: Number(values["qty"]) };
      if (part.part === "build") {
        itemWith(idIn("parentId")).entries.push({ ...came, id: idIn("childId"), link: "build" });
      } else if (part.part === "lotTransfer") {
        const link = values["kind"] === "merge" ? "merge" : "split";
        itemWith(idIn("toId")).entries.push({ ...came, id: idIn("fromId"), link });
      } else if (part.part === "foreignPart") {
        // The columns are those of `partsOfDocument`, which the sender's seals cover.
        item.foreign.push(values as unknown as ForeignPlace);
      }
    }
  }
  return items;
}

const numberOf = (row: SealedRow, column: keyof SealedRow) => Number(row[column]);
const placeOf = (row: SealedRow, ordinal: number) => `${String(row["operation_id"])} ${ordinal}`;
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The fields that changes of an item say, and that a document shows. */
const sealedFields = ["visualSerialNo", "version", "batchNo", "deliveryNo", "nominalQty"] as const;

function requireAsSealed(item: ShownItem, sealed: SealedItem | undefined): void {
  const wrong = sealedFields.find((name) => item[name] !== (sealed?.fields[name] ?? null));
  if (wrong === undefined) return;
  const detail = `Item ${item.visualSerialNo}: its ${wrong} is not what its changes say.`;
  throw documentRefused("content", detail);
}

type Items = ReadonlyMap<number, SealedItem>;

/** Lists the places of a unit in pre-order. An item that the record leaves out has no serial, and no place. */
function* placesOf(
  rootId: number,
  items: Items,
  shown: ReadonlyMap<number, ShownItem>,
): Generator<ForeignPlace> {
  let count = 0;
  const next = () => {
    if (count === placesMax) {
      const detail = `The unit of the document contains more than ${placesMax - 1} items.`;
      throw documentRefused("size", detail);
    }
    return count++;
  };
  const onWay = new Set<number>();
  function* below(
    { id, link, qty }: Omit<Entry, "seq">,
    parent: ForeignPlace | undefined,
    before: number,
  ): Generator<ForeignPlace> {
    const item = items.get(id);
    const known = shown.get(id);
    const serial = textOf(item?.fields["visualSerialNo"]);
    if (!item || onWay.has(id) || serial === null) return;
    if (!known) {
      throw documentRefused("content", `Item ${serial} is in the unit, and not among the items.`);
    }
    const { nominalQty: _qty, id: foreignId, ...names } = known;
    const place: ForeignPlace = {
      nth: next(),
      parentNth: parent?.nth ?? null,
      level: parent ? parent.level + 1 : 0,
      plant: null,
      foreignId,
      ...names,
      link: parent ? link : "unit",
      qty,
    };
    yield place;
    onWay.add(id);
    for (const entry of entriesOf(item, before)) {
      const until = entry.link === "build" ? before : entry.seq;
      yield* below(entry, place, until);
    }
    yield* nested(item.foreign, place, next);
    onWay.delete(id);
  }
  const { nominalQty = 0 } = items.get(rootId)?.fields ?? {};
  yield* below({ id: rootId, link: "build", qty: Number(nominalQty) }, undefined, Infinity);
}

/** Returns what is in an item: builds that are left, and what transfers brought, up to a place. */
function entriesOf({ entries, removed }: SealedItem, before: number): readonly Entry[] {
  const net = new Map<number, Entry>();
  const moved: Entry[] = [];
  for (const entry of entries) {
    if (entry.seq >= before) continue;
    if (entry.link !== "build") {
      moved.push(entry);
      continue;
    }
    const known = net.get(entry.id);
    net.set(entry.id, known ? { ...known, qty: known.qty + entry.qty } : entry);
  }
  const left = [...net.values()].map((entry) =>
    Object.assign({}, entry, { qty: entry.qty - (removed.get(entry.id) ?? 0) }),
  );
  return [...moved, ...left.filter(({ qty }) => qty > 0)];
}

/** Lists the places of the document that an item had when it came from a further plant. */
function* nested(
  places: readonly ForeignPlace[],
  under: ForeignPlace,
  next: () => number,
): Generator<ForeignPlace> {
  const nths = new Map<number, number>();
  for (const place of places) {
    const nth = next();
    nths.set(place.nth, nth);
    const parentNth = place.parentNth === null ? under.nth : nths.get(place.parentNth)!;
    yield {
      nth,
      parentNth,
      level: under.level + 1 + place.level,
      plant: place.plant,
      foreignId: place.foreignId,
      visualSerialNo: place.visualSerialNo,
      productName: place.productName,
      version: place.version,
      batchNo: place.batchNo,
      deliveryNo: place.deliveryNo,
      link: place.link,
      qty: place.qty,
      unit: place.unit,
    };
  }
}
