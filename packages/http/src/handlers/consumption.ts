import type { ConsumptionRecord, consumptionRoutes } from "@asbuilt/contract";
import { build, buildMany, type ConsumptionAnswer, removeBuilt, removeMany } from "@asbuilt/core";
import { answer } from "../answer.ts";
import type { Handlers } from "../environment.ts";
import { toResults } from "../records/batch.ts";
import { toItemRecord } from "../records/material-item.ts";
import { decimal, time } from "../records/wire.ts";

export const consumptionHandlers: Handlers<typeof consumptionRoutes> = {
  build: async (c) => answer(c, toRecord(await build(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toRecord(await removeBuilt(c.get("context"), c.req.valid("json")))),
  buildMany: async (c) =>
    answer(c, toResults(await buildMany(c.get("context"), c.req.valid("json")), toRecord)),
  removeMany: async (c) =>
    answer(c, toResults(await removeMany(c.get("context"), c.req.valid("json")), toRecord)),
};

const toRecord = (done: ConsumptionAnswer): ConsumptionRecord => ({
  id: done.id,
  parent: toItemRecord(done.parent),
  child: toItemRecord(done.child),
  qty: decimal(done.qty),
  allocations: done.allocations.map(({ bomSlotId, candidateId, qty }) => ({
    bomSlotID: bomSlotId,
    candidateID: candidateId,
    qty: decimal(qty),
  })),
  at: time(done.at),
  userID: done.userId,
});
