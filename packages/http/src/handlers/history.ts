import type { historyRoutes } from "@asbuilt/contract";
import { listHistory, listItemHistory } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answerList } from "../answer/answer.ts";
import { toChangeRecord } from "../records/history.ts";

export const historyHandlers: Handlers<typeof historyRoutes> = {
  list: (c) => {
    const matching = listHistory(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, matching, toChangeRecord);
  },
  item: (c) => {
    const matching = listItemHistory(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, matching, toChangeRecord);
  },
};
