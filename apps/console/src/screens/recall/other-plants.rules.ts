/** Where a recalled item came from, and where it was sent. */
interface Travelled {
  readonly isDispatched: boolean;
  readonly origin: string | null;
  readonly destination: string | null;
}

/** Another plant or place, with the numbers of recalled items that came from it and went to it. */
export interface OtherPlace {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();

/** Returns the places that items came from or were sent to, most items first. */
export function otherPlaces(items: readonly Travelled[]): OtherPlace[] {
  const places = new Map<string, { name: string; from: number; to: number }>();
  const count = (name: string, direction: "from" | "to") => {
    const place = places.get(fold(name)) ?? { name, from: 0, to: 0 };
    places.set(fold(name), place);
    place[direction]++;
  };
  for (const { isDispatched, origin, destination } of items) {
    if (origin !== null) count(origin, "from");
    if (isDispatched && destination !== null) count(destination, "to");
  }
  return [...places.values()].toSorted(
    (a, b) => b.from + b.to - a.from - a.to || a.name.localeCompare(b.name),
  );
}

/** Returns how many items were dispatched without a record of where to. */
export const sentNowhere = (items: readonly Travelled[]): number =>
  items.filter(({ isDispatched, destination }) => isDispatched && destination === null).length;

/** A plant as the service knows it. */
interface KnownPlant {
  readonly name: string;
  readonly address: string | null;
}

/** Returns the address of the same recall in another plant, if the plant and its address are known. */
export function recallAddress(
  name: string,
  plants: readonly KnownPlant[],
  search: string,
): string | undefined {
  const address = plants.find((plant) => fold(plant.name) === fold(name))?.address ?? "";
  // The record of a plant could hold a script instead of an address.
  if (!/^https?:\/\/[^/]/.test(address) || !URL.canParse(address)) return undefined;
  return `${address.replace(/\/+$/, "")}/console/recall${search}`;
}

/** The options of `asbuilt recall`, by the filters of the screen. */
const optionOf: Readonly<Record<string, string>> = {
  batchNo: "--batch",
  deliveryNo: "--delivery",
  productName: "--product",
  visualSerialNo: "--serial",
};

/** Returns the command that searches all plants; undefined for a filter that it does not have. */
export function commandOf(body: object): string | undefined {
  const options: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (name === "includeRemoved") options.push("--include-removed");
    else if (optionOf[name] === undefined) return undefined;
    else options.push(`${optionOf[name]} ${quoted(String(value))}`);
  }
  return ["asbuilt recall --plants plants.json", ...options].join(" ");
}

/** Returns a text as a shell reads it back unchanged. */
const quoted = (text: string) =>
  /^[\w.:@%+=/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
