import {
  consumptionRoutes,
  type ExternalRefAnswer,
  type externalRefRoutes,
  materialItemRoutes,
} from "@asbuilt/contract";
import {
  answerItemChange,
  answerBuild,
  answerReceipt,
  answerRemoval,
  type DoneUnder,
  getExternalRef,
} from "@asbuilt/core";
import { answer } from "../answer/answer.ts";
import type { Handlers } from "../environment.ts";
import { toConsumptionRecord } from "../records/consumption.ts";
import { toItemRecord } from "../records/material-item.ts";
import { time } from "../records/wire.ts";

export const externalRefHandlers: Handlers<typeof externalRefRoutes> = {
  get: async (c) => {
    const { system, id } = c.req.valid("json");
    const done = await getExternalRef(c.get("context"), { system, id });
    const { at, userId, path } = done;
    const operation = operationAt(path);
    return answer(c, {
      system,
      id,
      operation,
      at: time(at),
      userID: userId,
      answer: answersOf[operation](done),
    });
  },
};

type Operation = ExternalRefAnswer["operation"];

/** How each operation that takes a reference answers its own decisions again. */
const answersOf: Readonly<Record<Operation, (done: DoneUnder) => ExternalRefAnswer["answer"]>> = {
  buildBuild: again(answerBuild, toConsumptionRecord),
  buildRemove: again(answerRemoval, toConsumptionRecord),
  materialItemItemAdjust: again(answerItemChange, toItemRecord),
  materialItemReceive: again(answerReceipt, toItemRecord),
};

function operationAt(path: string): Operation {
  const routes = [...Object.values(consumptionRoutes), ...Object.values(materialItemRoutes)];
  // A reference is recorded under the path of an operation that takes one.
  return routes.find((route) => route.path === path)!.operationId as Operation;
}

function again<Answer, Record>(
  answerOf: (decision: never, logged: DoneUnder["logged"]) => Answer,
  toRecord: (answer: Answer) => Record,
) {
  // What was recorded under a path is a decision of that path's command.
  return ({ decision, logged }: DoneUnder): Record => toRecord(answerOf(decision as never, logged));
}
