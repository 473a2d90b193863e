/** The state that decides how a recalled item is treated. */
interface State {
  readonly level: number;
  readonly visualSerialNo: string;
  readonly isHeld: boolean;
  readonly isDispatched: boolean;
}

/** Returns the items that a hold can still stop. A dispatched one must be called back first. */
export const holdable = <Item extends State>(items: readonly Item[]): Item[] =>
  items.filter(({ isHeld, isDispatched }) => !isHeld && !isDispatched);

/** Returns the items that are on hold and here: a recall can be a further reason to hold them. */
export const heldAlready = <Item extends State>(items: readonly Item[]): Item[] =>
  items.filter(({ isHeld, isDispatched }) => isHeld && !isDispatched);

/** Returns the batch that a recall names, with its product if the suspect material is of one. */
export function batchIn(
  { batchNo }: { readonly batchNo?: string | undefined },
  items: readonly (State & { readonly productName: string })[],
) {
  if (batchNo === undefined || batchNo === "") return undefined;
  const suspect = items.filter(({ level }) => level === 0);
  const [productName, ...others] = new Set(suspect.map((item) => item.productName));
  return { batchNo, ...(productName !== undefined && others.length === 0 && { productName }) };
}

const serials = new Intl.Collator("en", { numeric: true });

/** Sorts the suspect material first, then what is directly around it, and so on. */
export const nearestFirst = <Item extends State>(items: readonly Item[]): Item[] =>
  items.toSorted(
    (a, b) => a.level - b.level || serials.compare(a.visualSerialNo, b.visualSerialNo),
  );

/** Returns the filters of the address as a recall has them. */
export const recallOf = <Filters extends { readonly includeRemoved?: string }>({
  includeRemoved,
  ...filters
}: Filters) => ({ ...filters, ...(includeRemoved === "true" ? { includeRemoved: true } : {}) });

/** Returns whether the filters name material: dates alone would recall a plant. */
export const namesMaterial = (filters: Readonly<Record<string, string | undefined>>): boolean =>
  ["batchNo", "deliveryNo", "productName", "version", "visualSerialNo"].some(
    (name) => (filters[name] ?? "") !== "",
  );
