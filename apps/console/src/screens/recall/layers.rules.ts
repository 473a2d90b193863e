/** An item and its shortest path to the suspect material, itself first. */
export interface Traced {
  readonly id: number;
  /** The number of links to the suspect material, which has 0. */
  readonly level: number;
  readonly path: readonly { readonly id: number }[];
}

/** Where an item is drawn. */
export interface Place {
  readonly id: number;
  readonly layer: number;
  /** Counted from the top. An item that goes into several is halfway between them. */
  readonly row: number;
}

export interface Layers {
  readonly places: ReadonlyMap<number, Place>;
  /** From an item to the one that contains it. */
  readonly links: readonly (readonly [from: number, to: number])[];
  readonly layers: number;
  readonly rows: number;
}

/**
 * Places items in layers by their level. Each path is a shortest one, so all paths are a forest
 * that grows from the suspect material, and it is drawn without crossings: what nothing contains
 * has a row of its own, and each other item stands in the middle of what contains it.
 */
export function layOut(items: readonly Traced[]): Layers {
  const known = new Set(items.map(({ id }) => id));
  const containers = new Map<number, Traced[]>();
  const roots: Traced[] = [];
  for (const item of items) {
    const from = item.path[1]?.id;
    if (from === undefined || !known.has(from)) roots.push(item);
    else containers.set(from, [...(containers.get(from) ?? []), item]);
  }
  const places = new Map<number, Place>();
  let rows = 0;
  const place = ({ id, level }: Traced): number => {
    const around = (containers.get(id) ?? []).map(place);
    const row = around.length === 0 ? rows++ : (around[0]! + around.at(-1)!) / 2;
    places.set(id, { id, layer: level, row });
    return row;
  };
  roots.forEach(place);
  return {
    places,
    links: [...containers].flatMap(([from, around]) => around.map(({ id }) => [from, id] as const)),
    layers: Math.max(0, ...items.map(({ level }) => level + 1)),
    rows,
  };
}

/** Shortens a serial in its middle: serials differ at their ends. */
export function shorten(text: string, charactersMax: number): string {
  const characters = Array.from(text);
  if (characters.length <= charactersMax) return text;
  const end = Math.ceil((charactersMax - 1) / 2);
  const start = charactersMax - 1 - end;
  return `${characters.slice(0, start).join("")}…${characters.slice(-end).join("")}`;
}
