import { type eventRoutes, isTypeAmong } from "@asbuilt/contract";
import {
  type Context,
  findLastPlace,
  hiddenFrom,
  listChangesAfter,
  Refusal,
  requireKey,
} from "@asbuilt/core";
import { answer } from "../answer/answer.ts";
import type { Handlers } from "../environment.ts";
import { toCloudEvent } from "../events/cloud-event.ts";
import type { Feed } from "../events/feed.ts";
import { eventStream } from "../events/stream.ts";
import { RequestRefusal } from "../answer/problem.ts";

/** How many streams a process has at once, and how many of these one key: each holds a connection. */
const mostStreams = 200;
const mostOfKey = 50;

interface Following {
  readonly feed: Feed;
  readonly eventSource?: string | undefined;
  /** Whether all streams are of one process. Else each is an invocation of its own: none is counted. */
  readonly sharesReads?: boolean | undefined;
  readonly stopping?: AbortSignal | undefined;
}

/** The handlers of events; all streams of an app follow one feed. */
export function eventHandlers({
  feed,
  eventSource,
  sharesReads = false,
  stopping,
}: Following): Handlers<typeof eventRoutes> {
  let streams = 0;
  const ofKeys = new Map<number, number>();
  const open = (keyId: number) => {
    if (!sharesReads) return;
    const ofKey = ofKeys.get(keyId) ?? 0;
    if (streams >= mostStreams) throw tooMany(`${mostStreams} streams`);
    if (ofKey >= mostOfKey) throw tooMany(`${mostOfKey} streams of this key`);
    streams++;
    ofKeys.set(keyId, ofKey + 1);
  };
  const close = (keyId: number) => {
    if (!sharesReads) return;
    streams--;
    const left = ofKeys.get(keyId)! - 1;
    if (left === 0) ofKeys.delete(keyId);
    else ofKeys.set(keyId, left);
  };
  return {
    list: async (c) => {
      const { after = 0, limit = 100, types } = c.req.valid("json");
      const context = c.get("context");
      const wants = wantedBy(context, types);
      const changes = await listChangesAfter(context, { after, limit });
      const events = changes
        .map((change) => toCloudEvent(change, eventSource))
        .filter(({ type, data: { entity } }) => wants({ type, entity }));
      return answer(c, { events, next: changes.at(-1)?.id ?? after });
    },
    stream: async (c) => {
      const context = c.get("context");
      const after = await placeOf(context, c.req.header("Last-Event-ID"));
      const headers = { ...c.get("headers"), "Content-Type": "text/event-stream" };
      // Nobody would read the body of its answer, nor end it.
      if (c.req.method === "HEAD") return new Response(null, { headers });
      const { keyId } = context.principal;
      open(keyId);
      const body = eventStream(feed, {
        after,
        wants: wantedBy(context, c.req.valid("query").types),
        mayRead: () => mayRead(context),
        onEnd: () => close(keyId),
        stopping,
        now: context.now,
      });
      return new Response(body, { headers });
    },
  };
}

const tooMany = (what: string) => new RequestRefusal("overloaded", `There are ${what} already.`);

/** Which events a request has asked for and may read. */
function wantedBy(context: Context, types: readonly string[] | undefined) {
  const hidden: ReadonlySet<string> = hiddenFrom(context);
  return ({ entity, type }: { readonly entity: string; readonly type: string }) =>
    !hidden.has(entity) && (types === undefined || isTypeAmong(type, types));
}

/** Whether the key is still valid. */
const mayRead = (context: Context): Promise<boolean> =>
  requireKey(context).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal && error.code === "unauthorized") return false;
      throw error;
    },
  );

/** Where a stream begins: after the last event that was read, or now. */
async function placeOf(context: Context, lastEventId: string | undefined): Promise<number> {
  const last = await findLastPlace(context);
  if (lastEventId === undefined) return last;
  // Of a plant that was put back to an earlier state, nobody would be told what was missed.
  if (/^\d{1,15}$/.test(lastEventId) && Number(lastEventId) <= last) return Number(lastEventId);
  throw new RequestRefusal("validation_failed", "Last-Event-ID is not valid.", {
    errors: [{ pointer: "", detail: "Last-Event-ID: the id of an event that there is, or 0." }],
  });
}
