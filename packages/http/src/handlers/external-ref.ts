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
import { requireSystem } from "../admission/key-bounds.ts";
import { respond } from "../response/respond.ts";
import type { Handlers } from "../environment.ts";
import { toBuildRecord, toConsumptionRecord } from "../records/consumption.ts";
import { toItemRecord, toReceivedItemRecord } from "../records/material-item.ts";
import { wireTime } from "../records/wire.ts";

/** The handlers of external references. */
export const externalRefHandlers: Handlers<typeof externalRefRoutes> = {
  get: async (c) => {
    const { system, id } = c.req.valid("json");
    requireSystem(c.get("context").principal, system);
    const done = await getExternalRef(c.get("context"), { system, id });
    const { at, userId, path } = done;
    const operation = operationOfPath(path);
    return respond(c, {
      system,
      id,
      operation,
      at: wireTime(at),
      userID: userId,
      answer: referencedRecords[operation](done),
    });
  },
};

type ReferencedOperation = ExternalRefAnswer["operation"];

/** How each operation that accepts a reference turns its answer into a record again. */
const referencedRecords: Readonly<
  Record<ReferencedOperation, (done: DoneUnder) => ExternalRefAnswer["answer"]>
> = {
  buildBuild: recordBy(answerBuild, toBuildRecord),
  buildRemove: recordBy(answerRemoval, toConsumptionRecord),
  materialItemItemAdjust: recordBy(answerItemChange, toItemRecord),
  materialItemReceive: recordBy(answerReceipt, toReceivedItemRecord),
};

function operationOfPath(path: string): ReferencedOperation {
  const routes = [...Object.values(consumptionRoutes), ...Object.values(materialItemRoutes)];
  // A reference is recorded only under the path of an operation that accepts one.
  return routes.find((route) => route.path === path)!.operationId as ReferencedOperation;
}

type Logged = Extract<DoneUnder["line"], { readonly decision: unknown }>["logged"];

function recordBy<Answer, Record>(
  answerOf: (decision: never, logged: Logged) => Answer,
  toRecord: (answer: Answer) => Record,
) {
  // A record under a path comes from that path's command.
  return ({ line }: DoneUnder): Record =>
    toRecord(
      "answer" in line ? (line.answer as Answer) : answerOf(line.decision as never, line.logged),
    );
}
