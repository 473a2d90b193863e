import type { AnchorRecord, auditRoutes } from "@asbuilt/contract";
import { anchorOf, type SealHead, verifyRecord } from "@asbuilt/core";
import type { AppSettings, Handlers } from "../environment.ts";
import { answer } from "../answer.ts";
import { time } from "../records/wire.ts";

const mostFindings = 1000;

/** The runtime hands over how it hashes, and which keys it trusts. */
export const auditHandlers = ({
  sha256,
  trustedKeys,
}: AppSettings): Handlers<typeof auditRoutes> => ({
  anchor: async (c) => answer(c, toRecord(await anchorOf(c.get("context")))),
  verify: async (c) => {
    const { limit = mostFindings, anchor } = c.req.valid("json");
    const found = await verifyRecord(c.get("context"), {
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
  },
});

const toRecord = (head: SealHead | undefined): AnchorRecord | null =>
  head ? { ...head, at: time(head.at) } : null;
