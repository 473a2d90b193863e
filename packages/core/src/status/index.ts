export { getStatus, type Status } from "./get.ts";
