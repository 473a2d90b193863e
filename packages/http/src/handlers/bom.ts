import type { bomRoutes } from "@asbuilt/contract";
import { compareBomVersions, copyBomVersion, deleteBom, listBoms, upsertBom } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondSearch } from "../response/respond.ts";
import { toBomRecord, toComparisonRecord } from "../records/bom.ts";

/** The handlers of BoMs. */
export const bomHandlers: Handlers<typeof bomRoutes> = {
  list: (c) =>
    respondSearch(
      c,
      listBoms(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toBomRecord,
    ),
  upsert: async (c) =>
    respond(c, toBomRecord(await upsertBom(c.get("context"), c.req.valid("json")))),
  remove: async (c) =>
    respond(c, toBomRecord(await deleteBom(c.get("context"), c.req.valid("json")))),
  copyVersion: async (c) =>
    respond(c, toBomRecord(await copyBomVersion(c.get("context"), c.req.valid("json")))),
  compare: async (c) =>
    respond(c, toComparisonRecord(await compareBomVersions(c.get("context"), c.req.valid("json")))),
};
