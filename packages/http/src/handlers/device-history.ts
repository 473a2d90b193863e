import type { DeviceHistoryDocument, deviceHistoryRoutes } from "@asbuilt/contract";
import { deviceHistory } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { deviceHistoryText } from "../records/device-history.ts";
import { respondText } from "../response/respond.ts";

/** The handler of device history records. */
export const deviceHistoryHandlers: Handlers<typeof deviceHistoryRoutes> = {
  get: async (c) => {
    const context = c.get("context");
    const history = await deviceHistory(context, c.req.valid("json"));
    return respondText<DeviceHistoryDocument>(
      c,
      await deviceHistoryText(history, context.executor),
    );
  },
};
