import type { AnchorRecord, auditRoutes } from "@asbuilt/contract";
import { anchorOf, type Context, type SealHead, verifyRecord } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { answer } from "../answer/answer.ts";
import { RequestRefusal } from "../answer/problem.ts";
import { time } from "../records/wire.ts";

const mostFindings = 1000;

/**
 * The runtime hands over how it hashes, and which keys it trusts. One process verifies once at a
 * time: what reads everything leaves less for all others.
 */
export const auditHandlers = ({
  sha256,
  trustedKeys,
  sharesReads = false,
}: AppSettings): Handlers<typeof auditRoutes> => {
  let isVerifying = false;
  return {
    anchor: async (c) => answer(c, toRecord(await anchorOf(c.get("context")))),
    verify: async (c) => {
      const { limit = mostFindings, anchor } = c.req.valid("json");
      if (isVerifying) throw refused("A verification is under way already.");
      isVerifying = sharesReads;
      try {
        // The request is asked each time: Node forgets the signal of one that it collects.
        const hasLeft = () => c.req.raw.signal.aborted;
        const found = await verifyRecord(untilLeft(c.get("context"), hasLeft), {
          sha256,
          trusted: await trustedKeys?.(),
          anchor: anchor ?? undefined,
          most: limit,
        });
        return answer(c, {
          isSound: found.findings.length === 0,
          findings: [...found.findings],
          isCutOff: found.isCutOff,
          seals: found.seals,
          sealed: found.sealed,
          unsealed: found.unsealed,
          keys: [...found.keys],
        });
      } finally {
        isVerifying = false;
      }
    },
  };
};

const refused = (detail: string) => new RequestRefusal("overloaded", detail);

/** The same, of which a long read ends once whoever asked has left: nobody would take its answer. */
const untilLeft = (context: Context, hasLeft: () => boolean): Context => ({
  ...context,
  executor: {
    ...context.executor,
    yieldToOthers: async () => {
      await context.executor.yieldToOthers();
      if (hasLeft()) throw refused("Whoever asked for a verification has left.");
    },
  },
});

const toRecord = (head: SealHead | undefined): AnchorRecord | null =>
  head ? { ...head, at: time(head.at) } : null;
