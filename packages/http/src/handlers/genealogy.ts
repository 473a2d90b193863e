import type { genealogyRoutes } from "@asbuilt/contract";
import { asBuilt, completeness, recall, type StructureCursor, whereUsed } from "@asbuilt/core";
import type { Handlers } from "../environment.ts";
import { answer, answerList } from "../answer/answer.ts";
import {
  toBuiltItemRecord,
  toCompletenessRecord,
  toContainingItemRecord,
  toRecalledItemRecord,
} from "../records/genealogy.ts";

export const genealogyHandlers: Handlers<typeof genealogyRoutes> = {
  asBuilt: (c) => {
    const places = asBuilt(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, places, toBuiltItemRecord, toCursor);
  },
  whereUsed: (c) => {
    const places = whereUsed(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, places, toContainingItemRecord, toCursor);
  },
  recall: (c) => {
    const items = recall(c.get("context"), c.req.valid("json"), c.req.valid("query"));
    return answerList(c, items, toRecalledItemRecord);
  },
  completeness: async (c) =>
    answer(c, toCompletenessRecord(await completeness(c.get("context"), c.req.valid("json")))),
};

/** The cursor of a structure as the contract reads it. */
const toCursor = ({ seq, of, way }: StructureCursor): string => [seq, of, ...way].join("-");
