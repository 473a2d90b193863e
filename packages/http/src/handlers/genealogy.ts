import type { genealogyRoutes } from "@asbuilt/contract";
import {
  asBuilt,
  completeness,
  recall,
  recallSummary,
  type StructureCursor,
  whereUsed,
} from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import {
  toBuiltItemRecord,
  toCompletenessRecord,
  toContainingItemRecord,
  toRecalledItemRecord,
  toRecallSummaryRecord,
} from "../records/genealogy.ts";

/** The handlers of genealogy. */
export const genealogyHandlers: Handlers<typeof genealogyRoutes> = {
  asBuilt: (c) => {
    const places = asBuilt(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondList(c, places, toBuiltItemRecord, toCursor);
  },
  whereUsed: (c) => {
    const places = whereUsed(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondList(c, places, toContainingItemRecord, toCursor);
  },
  recall: (c) => {
    const items = recall(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return respondList(c, items, toRecalledItemRecord);
  },
  recallSummary: async (c) =>
    respond(c, toRecallSummaryRecord(await recallSummary(c.get("context"), c.req.valid("json")))),
  completeness: async (c) =>
    respond(c, toCompletenessRecord(await completeness(c.get("context"), c.req.valid("json")))),
};

/** Returns the cursor of a structure in the form that the contract parses. */
const toCursor = ({ seq, of, way }: StructureCursor): string => [seq, of, ...way].join("-");
