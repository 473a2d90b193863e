import { type EventRecord, eventTypeOf } from "@asbuilt/contract";
import type { LoggedChange } from "@asbuilt/core";
import { toChangeFields } from "../records/history.ts";
import { time } from "../records/wire.ts";

/** What an event tells, and what it comes from, where the configuration says so. */
interface Told extends Pick<EventRecord, "id" | "type" | "subject" | "data"> {
  readonly at: number;
  readonly source: string | undefined;
}

/** An event; one without a source comes from a plant that is alone. */
export const cloudEvent = ({
  id,
  source = "urn:asbuilt",
  type,
  subject,
  at,
  data,
}: Told): EventRecord => ({
  specversion: "1.0",
  id,
  source,
  type,
  subject,
  time: time(at),
  datacontenttype: "application/json",
  data,
});

/** The event that tells of a change; its id is the change's place in the log. */
export const toCloudEvent = (change: LoggedChange, source: string | undefined): EventRecord =>
  cloudEvent({
    id: String(change.id),
    source,
    type: eventTypeOf(change.entity, change.action),
    subject: `${change.entity}/${change.entityId}`,
    at: change.at,
    data: toChangeFields(change),
  });
