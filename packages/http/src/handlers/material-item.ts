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
import { answerList } from "../list-answer.ts";
import { toItemRecord } from "../records/material-item.ts";

export const materialItemHandlers: Handlers<typeof materialItemRoutes> = {
  getByFilter: (c) => {
    const { ID: id, orderNo } = c.req.valid("json");
    const matching = listItems(c.var.context, { id, orderNo }, c.req.valid("query"));
    return answerList(c, matching, toItemRecord);
  },
  list: (c) => {
    const matching = listItems(c.var.context, c.req.valid("json"), c.req.valid("query"));
    return answerList(c, matching, toItemRecord);
  },
  get: async (c) => {
    const item = await getItem(c.var.context, c.req.valid("param").id);
    return c.json(item ? toItemRecord(item) : [], 200);
  },
  update: async (c) => {
    const { id: itemId } = c.req.valid("param");
    const updating = updateItem(c.var.context, { itemId, ...c.req.valid("json") });
    return c.json(toItemRecord(await tellCurrent(updating)), 200);
  },
  receive: async (c) =>
    c.json(toItemRecord(await receive(c.var.context, c.req.valid("json"))), 200),
  adjust: async (c) =>
    c.json(toItemRecord(await adjustItem(c.var.context, c.req.valid("json"))), 200),
  hold: async (c) => c.json(toItemRecord(await holdItem(c.var.context, c.req.valid("json"))), 200),
  release: async (c) =>
    c.json(toItemRecord(await releaseItem(c.var.context, c.req.valid("json"))), 200),
  scrap: async (c) =>
    c.json(toItemRecord(await scrapItem(c.var.context, c.req.valid("json"))), 200),
  move: async (c) => c.json(toItemRecord(await moveItem(c.var.context, c.req.valid("json"))), 200),
  dispatch: async (c) =>
    c.json(toItemRecord(await dispatchItem(c.var.context, c.req.valid("json"))), 200),
};

/** A stale update is told the current record as the wire has it. */
const tellCurrent = (updating: Promise<AnsweredItem>): Promise<AnsweredItem> =>
  updating.catch((error: unknown) => {
    if (!(error instanceof StaleItem)) throw error;
    const current = toItemRecord(error.current);
    throw new Refusal(error.code, error.message, { members: { current } });
  });
