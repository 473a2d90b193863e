import type { WorkCentreGroupRecord, workCentreGroupRoutes } from "@asbuilt/contract";
import { deleteGroup, type Group, listGroups, upsertGroup } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";

export const workCentreGroupHandlers: Handlers<typeof workCentreGroupRoutes> = {
  list: (c) =>
    answerList(
      c,
      listGroups(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toRecord,
    ),
  upsert: async (c) =>
    answer(c, toRecord(await upsertGroup(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    answer(c, toRecord(await deleteGroup(c.get("context"), c.req.valid("json")))),
};

const toRecord = (group: Group): WorkCentreGroupRecord => ({
  ID: group.id,
  SUID: group.suid,
  Name: group.name,
  isControlled: group.isControlled ? 1 : 0,
  WorkCentres: group.members.map(({ name }) => name),
  workCentreIDs: group.members.map(({ id }) => id),
});
