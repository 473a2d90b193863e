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
import { answer, answerList } from "../answer/answer.ts";
import { toCandidateRecord, toSlotPropertyRecord, toSlotRecord } from "../records/bom-slot.ts";

export const bomSlotHandlers: Handlers<typeof bomSlotRoutes> = {
  list: (c) =>
    answerList(
      c,
      listSlots(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toSlotRecord,
    ),
  upsert: async (c) =>
    answer(c, toSlotRecord(await upsertSlot(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toSlotRecord(await deleteSlot(c.get("context"), c.req.valid("json")))),
  listCandidates: (c) =>
    answerList(
      c,
      listCandidates(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toCandidateRecord,
    ),
  upsertCandidates: async (c) => {
    const touched = await upsertCandidates(c.get("context"), c.req.valid("json"));
    return answer(c, touched.map(toCandidateRecord));
  },
  removeCandidate: async (c) =>
    answer(c, toCandidateRecord(await deleteCandidate(c.get("context"), c.req.valid("json")))),
  listProperties: (c) =>
    answerList(
      c,
      listSlotProperties(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toSlotPropertyRecord,
    ),
  upsertProperties: async (c) => {
    const touched = await upsertSlotProperties(c.get("context"), c.req.valid("json"));
    return answer(c, touched.map(toSlotPropertyRecord));
  },
  clearProperty: async (c) =>
    answer(c, toSlotPropertyRecord(await clearSlotProperty(c.get("context"), c.req.valid("json")))),
};
