import { onD1 } from "./app.ts";
import { workerOn } from "./worker.ts";

/** The Worker on D1. */
export default workerOn(onD1);
