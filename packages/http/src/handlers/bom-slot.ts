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
import { respond, respondList } from "../response/respond.ts";
import { toCandidateRecord, toSlotPropertyRecord, toSlotRecord } from "../records/bom-slot.ts";

/** The handlers of BoM slots, their candidates and their properties. */
export const bomSlotHandlers: Handlers<typeof bomSlotRoutes> = {
  list: (c) =>
    respondList(
      c,
      listSlots(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toSlotRecord,
    ),
  upsert: async (c) =>
    respond(c, toSlotRecord(await upsertSlot(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toSlotRecord(await deleteSlot(c.get("context"), c.req.valid("json")))),
  listCandidates: (c) =>
    respondList(
      c,
      listCandidates(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toCandidateRecord,
    ),
  upsertCandidates: async (c) => {
    const touched = await upsertCandidates(c.get("context"), c.req.valid("json"));
    return respond(c, touched.map(toCandidateRecord));
  },
  removeCandidate: async (c) =>
    respond(c, toCandidateRecord(await deleteCandidate(c.get("context"), c.req.valid("json")))),
  listProperties: (c) =>
    respondList(
      c,
      listSlotProperties(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toSlotPropertyRecord,
    ),
  upsertProperties: async (c) => {
    const touched = await upsertSlotProperties(c.get("context"), c.req.valid("json"));
    return respond(c, touched.map(toSlotPropertyRecord));
  },
  clearProperty: async (c) =>
    respond(
      c,
      toSlotPropertyRecord(await clearSlotProperty(c.get("context"), c.req.valid("json"))),
    ),
};
