import type { ExternalRefAnswer, externalRefRoutes } from "@asbuilt/contract";
import {
  answerItemChange,
  answerBuild,
  answerReceipt,
  answerRemoval,
  type DoneUnder,
  getExternalRef,
} from "@asbuilt/core";
import { answer } from "../answer.ts";
import type { Handlers } from "../environment.ts";
import { toConsumptionRecord } from "../records/consumption.ts";
import { toItemRecord } from "../records/material-item.ts";
import { time } from "../records/wire.ts";

export const externalRefHandlers: Handlers<typeof externalRefRoutes> = {
  get: async (c) => {
    const { system, id } = c.req.valid("json");
    const done = await getExternalRef(c.get("context"), { system, id });
    const { at, userId, path } = done;
    const { operation, answerOf } = operations[path]!;
    return answer(c, {
      system,
      id,
      operation,
      at: time(at),
      userID: userId,
      answer: answerOf(done),
    });
  },
};

interface Operation {
  readonly operation: ExternalRefAnswer["operation"];
  readonly answerOf: (done: DoneUnder) => ExternalRefAnswer["answer"];
}

/** The operations that take a reference, by their paths: each answers its own decisions again. */
const operations: Readonly<Record<string, Operation>> = {
  "/api/Build/Build": {
    operation: "buildBuild",
    answerOf: again(answerBuild, toConsumptionRecord),
  },
  "/api/Build/Remove": {
    operation: "buildRemove",
    answerOf: again(answerRemoval, toConsumptionRecord),
  },
  "/api/MaterialItem/ItemAdjust": {
    operation: "materialItemItemAdjust",
    answerOf: again(answerItemChange, toItemRecord),
  },
  "/api/MaterialItem/Receive": {
    operation: "materialItemReceive",
    answerOf: again(answerReceipt, toItemRecord),
  },
};

function again<Answer, Record>(
  answerOf: (decision: never, logged: DoneUnder["logged"]) => Answer,
  toRecord: (answer: Answer) => Record,
) {
  // What was recorded under a path is a decision of that path's command.
  return ({ decision, logged }: DoneUnder): Record => toRecord(answerOf(decision as never, logged));
}
