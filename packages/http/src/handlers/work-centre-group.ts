import type { workCentreGroupRoutes } from "@asbuilt/contract";
import { deleteGroup, listGroups, upsertGroup } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { toGroupRecord } from "../records/work-centre-group.ts";

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
