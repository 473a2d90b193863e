import type { bomSlotRoutes } from "@asbuilt/contract";
import {
  clearSlotProperty,
  deleteCandidate,
  deleteSlot,
  listCandidates,
  listSlotProperties,
  listSlots,
  upsertCandidates,
  upsertSlot,
  upsertSlotProperties,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answerList } from "../list-answer.ts";
import { toCandidateRecord, toSlotPropertyRecord, toSlotRecord } from "../records/bom-slot.ts";

export const bomSlotHandlers: Handlers<typeof bomSlotRoutes> = {
  list: (c) =>
    answerList(
      c,
      listSlots(c.var.context, c.req.valid("json"), c.req.valid("query")),
      toSlotRecord,
    ),
  upsert: async (c) =>
    c.json(toSlotRecord(await upsertSlot(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) =>
    c.json(toSlotRecord(await deleteSlot(c.var.context, c.req.valid("json"))), 200),
  listCandidates: (c) =>
    answerList(
      c,
      listCandidates(c.var.context, c.req.valid("json"), c.req.valid("query")),
      toCandidateRecord,
    ),
  upsertCandidates: async (c) => {
    const touched = await upsertCandidates(c.var.context, c.req.valid("json"));
    return c.json(touched.map(toCandidateRecord), 200);
  },
  removeCandidate: async (c) =>
    c.json(toCandidateRecord(await deleteCandidate(c.var.context, c.req.valid("json"))), 200),
  listProperties: (c) =>
    answerList(
      c,
      listSlotProperties(c.var.context, c.req.valid("json"), c.req.valid("query")),
      toSlotPropertyRecord,
    ),
  upsertProperties: async (c) => {
    const touched = await upsertSlotProperties(c.var.context, c.req.valid("json"));
    return c.json(touched.map(toSlotPropertyRecord), 200);
  },
  clearProperty: async (c) =>
    c.json(toSlotPropertyRecord(await clearSlotProperty(c.var.context, c.req.valid("json"))), 200),
};
