export { readUndone, type Undone } from "./read.ts";
