import type { materialItemRoutes } from "@asbuilt/contract";
import { getItem, receive } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toItemRecord } from "../records/material-item.ts";

export const materialItemHandlers: Handlers<typeof materialItemRoutes> = {
  get: async (c) => {
    const item = await getItem(c.var.context, c.req.valid("param").id);
    return c.json(item ? toItemRecord(item) : [], 200);
  },
  receive: async (c) =>
    c.json(toItemRecord(await receive(c.var.context, c.req.valid("json"))), 200),
};
