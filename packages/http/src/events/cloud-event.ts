import { type EventRecord, eventTypeOf } from "@asbuilt/contract";
import type { LoggedChange } from "@asbuilt/core";
import { toChangeFields } from "../records/history.ts";
import { time } from "../records/wire.ts";

/** The event that tells of a change; its id is the change's place in the log. */
export const toCloudEvent = (change: LoggedChange, source: string): EventRecord => ({
  specversion: "1.0",
  id: String(change.id),
  source,
  type: eventTypeOf(change.entity, change.action),
  subject: `${change.entity}/${change.entityId}`,
  time: time(change.at),
  datacontenttype: "application/json",
  data: toChangeFields(change),
});

/** What events come from, unless the configuration says so: a plant that is alone. */
export const defaultSource = "urn:asbuilt";
