import { onServer } from "./on-server.ts";
import { workerOn } from "./worker.ts";

/** The Worker on a libSQL server instead of D1. */
export default workerOn(onServer);
