export { type DoneUnder, getExternalRef } from "./get.ts";
