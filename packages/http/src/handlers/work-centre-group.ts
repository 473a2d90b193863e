import type { WorkCentreGroupRecord, workCentreGroupRoutes } from "@asbuilt/contract";
import { deleteGroup, type Group, listGroups, upsertGroup } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answerList } from "../list-answer.ts";

export const workCentreGroupHandlers: Handlers<typeof workCentreGroupRoutes> = {
  list: (c) =>
    answerList(c, listGroups(c.var.context, c.req.valid("json"), c.req.valid("query")), toRecord),
  upsert: async (c) => c.json(toRecord(await upsertGroup(c.var.context, c.req.valid("json"))), 200),
  remove: async (c) => c.json(toRecord(await deleteGroup(c.var.context, c.req.valid("json"))), 200),
};

const toRecord = (group: Group): WorkCentreGroupRecord => ({
  ID: group.id,
  SUID: group.suid,
  Name: group.name,
  isControlled: group.isControlled ? 1 : 0,
  WorkCentres: group.members.map(({ name }) => name),
  workCentreIDs: group.members.map(({ id }) => id),
});
