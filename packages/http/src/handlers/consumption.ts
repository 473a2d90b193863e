import type { ConsumptionRecord, consumptionRoutes } from "@asbuilt/contract";
import { build, type ConsumptionAnswer, removeBuilt } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { toItemRecord } from "../records/material-item.ts";
import { decimal, time } from "../records/wire.ts";

export const consumptionHandlers: Handlers<typeof consumptionRoutes> = {
  build: async (c) => c.json(toRecord(await build(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) => c.json(toRecord(await removeBuilt(c.var.context, c.req.valid("json"))), 200),
};

const toRecord = (answer: ConsumptionAnswer): ConsumptionRecord => ({
  id: answer.id,
  parent: toItemRecord(answer.parent),
  child: toItemRecord(answer.child),
  qty: decimal(answer.qty),
  allocations: answer.allocations.map(({ bomSlotId, candidateId, qty }) => ({
    bomSlotID: bomSlotId,
    candidateID: candidateId,
    qty: decimal(qty),
  })),
  at: time(answer.at),
  userID: answer.userId,
});
