import type { EpcisDocumentRecord, epcisRoutes } from "@asbuilt/contract";
import { listTracedEvents, type TracedEvent } from "@asbuilt/core";
import { answerListIn } from "../answer/answer.ts";
import type { AppOptions, Handlers } from "../environment.ts";
import { epcisEventIn, epcisFrame } from "../records/epcis.ts";
import { identifiersUnder } from "../records/epcis-identifiers.ts";

/** The handlers of EPCIS documents: identifiers that are not those of GS1 begin with the base. */
export function epcisHandlers({
  epcisBase,
  now,
}: Pick<AppOptions, "epcisBase" | "now">): Handlers<typeof epcisRoutes> {
  const toRecord = epcisEventIn(identifiersUnder(epcisBase));
  return {
    query: (c) => {
      const events = listTracedEvents(c.get("context"), c.req.valid("json"), c.req.valid("query"));
      return answerListIn<TracedEvent, EpcisDocumentRecord>(c, events, {
        ...epcisFrame(now()),
        toRecord,
      });
    },
  };
}
