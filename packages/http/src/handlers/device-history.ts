import type { DeviceHistoryDocument, deviceHistoryRoutes } from "@asbuilt/contract";
import { deviceHistory } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { deviceHistoryText } from "../records/device-history.ts";
import { accepts } from "../response/accepts.ts";
import { respondFile, respondText } from "../response/respond.ts";

const pdf = "application/pdf";

/** The handler of device history records. */
export const deviceHistoryHandlers = ({
  recordPdf,
}: Pick<AppSettings, "recordPdf">): Handlers<typeof deviceHistoryRoutes> => ({
  get: async (c) => {
    const context = c.get("context");
    const history = await deviceHistory(context, c.req.valid("json"));
    const text = await deviceHistoryText(history, context.executor);
    return recordPdf && accepts(pdf, c.req.header("Accept"))
      ? respondFile<DeviceHistoryDocument>(c, await recordPdf(text), pdf)
      : respondText<DeviceHistoryDocument>(c, text);
  },
});
