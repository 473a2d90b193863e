import type { EpcisDocumentRecord, epcisRoutes } from "@asbuilt/contract";
import { listTracedEvents, type TracedEvent } from "@asbuilt/core";
import { respondListIn } from "../response/respond.ts";
import type { AppOptions, Handlers } from "../environment.ts";
import { epcisEventIn, epcisFrame } from "../records/epcis.ts";
import { identifiersUnder } from "../records/epcis-identifiers.ts";

/** Returns the handlers of EPCIS documents. Identifiers other than GS1's begin with the base. */
export function epcisHandlers({
  epcisBase,
  now,
  timeZone,
}: Pick<AppOptions, "epcisBase" | "now" | "timeZone">): Handlers<typeof epcisRoutes> {
  const toRecord = epcisEventIn(identifiersUnder(epcisBase), timeZone);
  return {
    query: (c) => {
      const events = listTracedEvents(c.get("context"), c.req.valid("json"), c.req.valid("query"));
      return respondListIn<TracedEvent, EpcisDocumentRecord>(c, events, {
        ...epcisFrame(now()),
        toRecord,
      });
    },
  };
}
