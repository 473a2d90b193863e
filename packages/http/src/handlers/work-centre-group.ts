import type { WorkCentreGroupRecord, workCentreGroupRoutes } from "@asbuilt/contract";
import { deleteGroup, type Group, listGroups, upsertGroup } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";

/** The handlers of work centre groups. */
export const workCentreGroupHandlers: Handlers<typeof workCentreGroupRoutes> = {
  list: (c) =>
    respondList(
      c,
      listGroups(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toGroupRecord,
    ),
  upsert: async (c) =>
    respond(c, toGroupRecord(await upsertGroup(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toGroupRecord(await deleteGroup(c.get("context"), c.req.valid("json")))),
};

const toGroupRecord = (group: Group): WorkCentreGroupRecord => ({
  ID: group.id,
  SUID: group.suid,
  Name: group.name,
  isControlled: group.isControlled ? 1 : 0,
  WorkCentres: group.members.map(({ name }) => name),
  workCentreIDs: group.members.map(({ id }) => id),
});
