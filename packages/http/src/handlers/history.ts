import type { historyRoutes } from "@asbuilt/contract";
import { listHistory, listItemHistory } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respondList } from "../response/respond.ts";
import { toChangeRecord } from "../records/history.ts";

/** The handlers of the history. */
export const historyHandlers: Handlers<typeof historyRoutes> = {
  list: (c) => {
    const matching = listHistory(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondList(c, matching, toChangeRecord);
  },
  item: (c) => {
    const matching = listItemHistory(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondList(c, matching, toChangeRecord);
  },
};
