import { inject } from "vitest";

// Both databases of Node load through this file, so that their projects share each other's modules.
const { openDatabase: open } =
  inject("sqld") === undefined ? await import("./node.ts") : await import("./sqld.ts");

/** Opens the database of a new plant, of the kind that the project tests. */
export const openDatabase = open;
