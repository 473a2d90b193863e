/** How many items each of the ten levels of an assembly has: it, and 10,000 that are in it. */
export const levels = [1, 9, 90, 500, 1000, 1400, 1600, 1800, 1800, 1801];
export const assemblySize = levels.reduce((sum, size) => sum + size, 0);
const assemblies = 10;
export const items = assemblies * assemblySize;
/** Into so many items of the level above each item is built, where there are so many. */
export const parents = 5;

/** A number below another one, at random. */
export type Pick = (below: number) => number;

const deepSerial = (item: number) => `DEEP-${String(item).padStart(7, "0")}`;

/** The serial of an assembly of 10,000 items. */
export const pickAssembly = (pick: Pick): string => deepSerial(pick(assemblies) * assemblySize);
/** The serial of any item. */
export const pickItem = (pick: Pick): string => deepSerial(pick(items));
/** The serial of an item right below an assembly: the most is built into these. */
export const pickMostBuilt = (pick: Pick): string =>
  deepSerial(pick(assemblies) * assemblySize + 1 + pick(levels[1]!));
/** A batch of ten items of the lowest level. */
export const pickBatch = (pick: Pick): string => `B-${pick(assemblies)}-${pick(180)}`;
