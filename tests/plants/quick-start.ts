import { fileURLToPath } from "node:url";

/**
 * Node's options for a process of the tests that loads Drizzle from the sources. Without them, most
 * of its start is Node's search for Drizzle's modules.
 */
export const quickStart = ["--import", fileURLToPath(new URL("drizzle-once.ts", import.meta.url))];
