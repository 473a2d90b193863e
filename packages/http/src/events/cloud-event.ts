import { type EventRecord, eventTypeOf } from "@asbuilt/contract";
import type { LoggedChange } from "@asbuilt/core";
import { toChangeFields } from "../records/history.ts";
import { wireTime } from "../records/wire.ts";

/** The parts of an event that differ from event to event. */
interface EventParts extends Pick<EventRecord, "id" | "type" | "subject" | "data"> {
  readonly at: number;
  /** The trace context of the request that made the change, if it had one. */
  readonly traceparent?: string | null;
  /** The configured source, if any. */
  readonly source: string | undefined;
}

/** Returns an event. Without a configured source it has the source of a plant that is alone. */
export const cloudEvent = ({
  id,
  source = "urn:asbuilt",
  type,
  subject,
  at,
  traceparent = null,
  data,
}: EventParts): EventRecord => ({
  specversion: "1.0",
  id,
  source,
  type,
  subject,
  time: wireTime(at),
  datacontenttype: "application/json",
  ...(traceparent === null ? {} : { traceparent }),
  data,
});

/** Returns the event of a change; its id is the change's place in the log. */
export const toCloudEvent = (change: LoggedChange, source: string | undefined): EventRecord =>
  cloudEvent({
    id: String(change.id),
    source,
    type: eventTypeOf(change.entity, change.action),
    subject: `${change.entity}/${change.entityId}`,
    at: change.at,
    traceparent: change.traceparent,
    data: { ...toChangeFields(change, "event"), station: change.station },
  });
