import type { scanRoutes } from "@asbuilt/contract";
import { resolveScan } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toScanRecord } from "../records/scan.ts";
import { respond } from "../response/respond.ts";

/** The handlers of scanned codes. */
export const scanHandlers: Handlers<typeof scanRoutes> = {
  resolve: async (c) =>
    respond(c, toScanRecord(await resolveScan(c.get("context"), c.req.valid("json").code))),
};
