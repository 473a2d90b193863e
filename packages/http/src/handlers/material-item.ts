import type { materialItemRoutes } from "@asbuilt/contract";
import {
  adjustItem,
  type AnsweredItem,
  dispatchItem,
  getItem,
  holdItem,
  listItems,
  moveItem,
  receive,
  Refusal,
  releaseItem,
  scrapItem,
  StaleItem,
  updateItem,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import { toItemRecord } from "../records/material-item.ts";

export const materialItemHandlers: Handlers<typeof materialItemRoutes> = {
  getByFilter: (c) => {
    const { ID: id, orderNo } = c.req.valid("json");
    const matching = listItems(c.get("context"), { id, orderNo }, c.req.valid("query"));
    return answerList(c, matching, toItemRecord);
  },
  list: (c) => {
    const matching = listItems(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, matching, toItemRecord);
  },
  get: async (c) => {
    const item = await getItem(c.get("context"), c.req.valid("param").id);
    return answer(c, item ? toItemRecord(item) : []);
  },
  update: async (c) => {
    const { id: itemId } = c.req.valid("param");
    const updating = updateItem(c.get("context"), { itemId, ...c.req.valid("json") });
    return answer(c, toItemRecord(await tellCurrent(updating)));
  },
  receive: async (c) =>
    answer(c, toItemRecord(await receive(c.get("context"), c.req.valid("json")))),
  adjust: async (c) => {
    const { materialitemid: id, adjustqty: qty, comments, ...more } = c.req.valid("json");
    const input = { id, qty, comment: comments, ...more };
    return answer(c, toItemRecord(await adjustItem(c.get("context"), input)));
  },
  hold: async (c) => answer(c, toItemRecord(await holdItem(c.get("context"), c.req.valid("json")))),
  release: async (c) =>
    answer(c, toItemRecord(await releaseItem(c.get("context"), c.req.valid("json")))),
  scrap: async (c) =>
    answer(c, toItemRecord(await scrapItem(c.get("context"), c.req.valid("json")))),
  move: async (c) => answer(c, toItemRecord(await moveItem(c.get("context"), c.req.valid("json")))),
  dispatch: async (c) =>
    answer(c, toItemRecord(await dispatchItem(c.get("context"), c.req.valid("json")))),
};

/** A stale update is told the current record as the wire has it. */
const tellCurrent = (updating: Promise<AnsweredItem>): Promise<AnsweredItem> =>
  updating.catch((error: unknown) => {
    if (!(error instanceof StaleItem)) throw error;
    const current = toItemRecord(error.current);
    throw new Refusal(error.code, error.message, { members: { current } });
  });
