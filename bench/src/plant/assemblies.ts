/** The items on each of the ten levels of an assembly: the assembly and 10,000 items in it. */
export const levels = [1, 9, 90, 500, 1000, 1400, 1600, 1800, 1800, 1801];
export const assemblySize = levels.reduce((sum, size) => sum + size, 0);
const assemblies = 10;
export const items = assemblies * assemblySize;
/** The parents of each item on the level above, if that level has enough items. */
export const parents = 5;

/** Returns a random number below a limit. */
export type Pick = (below: number) => number;

const deepSerial = (item: number) => `DEEP-${String(item).padStart(7, "0")}`;

/** Picks the serial of an assembly of 10,000 items. */
export const pickAssembly = (pick: Pick): string => deepSerial(pick(assemblies) * assemblySize);
/** Picks the serial of any item. */
export const pickItem = (pick: Pick): string => deepSerial(pick(items));
/** Picks the serial of an item directly below an assembly: these have the most builds. */
export const pickMostBuilt = (pick: Pick): string =>
  deepSerial(pick(assemblies) * assemblySize + 1 + pick(levels[1]!));
/** Picks a batch of ten items on the lowest level. */
export const pickBatch = (pick: Pick): string => `B-${pick(assemblies)}-${pick(180)}`;
