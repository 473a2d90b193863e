import type { auditRoutes } from "@asbuilt/contract";
import {
  AnchorMismatch,
  anchorOf,
  AnchorUnread,
  type Context,
  listSeals,
  takeOver,
  verifyRecord,
} from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { respond, respondList } from "../response/respond.ts";
import { RequestRefusal } from "../response/problem.ts";
import { toAnchorRecord, toSealRecord } from "../records/anchor.ts";

const findingsMax = 1000;

/**
 * Returns the handlers of audits. A process runs one verification at a time, because it reads the
 * whole database and slows down all other requests.
 */
export const auditHandlers = ({
  sha256,
  trustedKeys,
  anchorStore,
  sharesReads = false,
  attachments,
}: AppSettings): Handlers<typeof auditRoutes> => {
  let isVerifying = false;
  const kept = async () => {
    try {
      return { anchor: await anchorStore?.read() };
    } catch (error) {
      if (error instanceof AnchorMismatch || error instanceof AnchorUnread) {
        return { problem: error.message };
      }
      throw error;
    }
  };
  return {
    anchor: async (c) => respond(c, toAnchorRecord(await anchorOf(c.get("context")))),
    listSeals: (c) =>
      respondList(c, listSeals(c.get("context"), c.req.valid("query")), toSealRecord),
    takeOver: async (c) =>
      respond(c, await takeOver(c.get("context"), c.req.valid("json"), anchorStore)),
    verify: async (c) => {
      const { limit = findingsMax, anchor } = c.req.valid("json");
      if (isVerifying) throw overloadedBy("A verification is already running.");
      isVerifying = sharesReads;
      try {
        // Read from the request each time: Node drops the signal of a garbage-collected request.
        const hasLeft = () => c.req.raw.signal.aborted;
        const { anchor: keptAnchor, problem: anchorProblem } = await kept();
        const found = await verifyRecord(untilLeft(c.get("context"), hasLeft), {
          sha256,
          trusted: await trustedKeys?.(),
          anchors: [anchor, keptAnchor].filter((one) => one != null),
          anchorProblem,
          attachments,
          findingsMax: limit,
        });
        return respond(c, {
          isSound: found.findings.length === 0,
          findings: [...found.findings],
          isCutOff: found.isCutOff,
          seals: found.seals,
          sealed: found.sealed,
          unsealed: found.unsealed,
          keys: [...found.keys],
          contents: found.contents ?? null,
        });
      } finally {
        isVerifying = false;
      }
    },
  };
};

const overloadedBy = (detail: string) => new RequestRefusal("overloaded", detail);

/** Wraps the context so that a long read ends when its client has left. */
const untilLeft = (context: Context, hasLeft: () => boolean): Context => ({
  ...context,
  executor: {
    ...context.executor,
    yieldToOthers: async () => {
      await context.executor.yieldToOthers();
      if (hasLeft()) throw overloadedBy("The client that requested the verification has left.");
    },
  },
});
