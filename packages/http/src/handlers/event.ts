import { type eventRoutes, type EventsRecord, eventTypeOf, isTypeAmong } from "@asbuilt/contract";
import {
  callerOf,
  type Context,
  type Executor,
  findLastPlace,
  hiddenFrom,
  listChangesAfter,
  type LoggedChange,
  Refusal,
  requireKey,
  RightsChanged,
} from "@asbuilt/core";
import { isAskedAgain } from "../admission/authenticate.ts";
import { respondListIn } from "../response/respond.ts";
import type { Handlers } from "../environment.ts";
import { toCloudEvent } from "../events/cloud-event.ts";
import type { Feed } from "../events/feed.ts";
import { eventStream } from "../events/stream.ts";
import { RequestRefusal } from "../response/problem.ts";

/** Each stream holds a connection: these limits are for a process, and for one key of it. */
const streamsMax = 200;
const keyStreamsMax = 50;

interface EventOptions {
  readonly executor: Executor;
  readonly feed: Feed;
  readonly eventSource?: string | undefined;
  /** Whether one process serves all streams. On Workers each is an invocation, and none counts. */
  readonly sharesReads?: boolean | undefined;
  readonly stopping?: AbortSignal | undefined;
}

/** Returns the handlers of events; all streams of an app follow one feed. */
export function eventHandlers({
  executor,
  feed,
  eventSource,
  sharesReads = false,
  stopping,
}: EventOptions): Handlers<typeof eventRoutes> {
  let streams = 0;
  const streamsByKey = new Map<number, number>();
  const open = (keyId: number) => {
    if (!sharesReads) return;
    const keyStreams = streamsByKey.get(keyId) ?? 0;
    if (streams >= streamsMax) throw tooMany(`${streamsMax} streams`);
    if (keyStreams >= keyStreamsMax) throw tooMany(`${keyStreamsMax} streams of this key`);
    streams++;
    streamsByKey.set(keyId, keyStreams + 1);
  };
  const close = (keyId: number) => {
    if (!sharesReads) return;
    streams--;
    const left = streamsByKey.get(keyId)! - 1;
    if (left === 0) streamsByKey.delete(keyId);
    else streamsByKey.set(keyId, left);
  };
  return {
    list: async (c) => {
      const { after = 0, limit = 100, types } = c.req.valid("json");
      const context = c.get("context");
      // As the first part of any list.
      await executor.yieldToOthers(callerOf(context.principal));
      const changes = await listChangesAfter(context, { after, limit });
      return respondListIn<LoggedChange, EventsRecord>(c, wantedOf(context, changes, types), {
        before: '{"events":',
        after: `,"next":${changes.at(-1)?.id ?? after}}`,
        toRecord: (change) => toCloudEvent(change, eventSource),
      });
    },
    stream: async (c) => {
      const context = c.get("context");
      const after = await startPlace(context, c.req.header("Last-Event-ID"));
      const headers = { ...c.get("headers"), "Content-Type": "text/event-stream" };
      // Nobody would read or end the body of a response to HEAD.
      if (c.req.method === "HEAD") return new Response(null, { headers });
      const keyId = callerOf(context.principal);
      open(keyId);
      const body = eventStream(feed, {
        after,
        keyId,
        wants: filterFor(context, c.req.valid("query").types),
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

/** Returns a filter of the events that a request wants and may read. */
function filterFor(context: Context, types: readonly string[] | undefined) {
  const hidden: ReadonlySet<string> = hiddenFrom(context);
  return ({ entity, type }: { readonly entity: string; readonly type: string }) =>
    !hidden.has(entity) && (types === undefined || isTypeAmong(type, types));
}

/** Returns the changes whose events a request wants and may read, as a list that is read. */
async function wantedOf(
  context: Context,
  changes: readonly LoggedChange[],
  types: readonly string[] | undefined,
) {
  const wants = filterFor(context, types);
  const first = changes.filter(({ entity, action }) =>
    wants({ entity, type: eventTypeOf(entity, action) }),
  );
  return { first, rest: undefined, next: undefined };
}

/** Returns whether the key is still valid, and its roles are the same. */
const mayRead = (context: Context): Promise<boolean> =>
  requireKey(context).then(
    // To connect again is a request, and asks the directory about who was let in by it.
    () => !isAskedAgain(context.principal, context.now),
    (error: unknown) => {
      // A client whose roles have changed connects again, and is admitted with these.
      if (error instanceof RightsChanged) return false;
      if (error instanceof Refusal && error.code === "unauthorized") return false;
      throw error;
    },
  );

/** Returns where a stream begins: after the last event that the client read, or now. */
async function startPlace(context: Context, lastEventId: string | undefined): Promise<number> {
  const last = await findLastPlace(context);
  if (lastEventId === undefined) return last;
  // After a restore to an earlier state, a later id would silently skip events.
  if (/^\d{1,15}$/.test(lastEventId) && Number(lastEventId) <= last) return Number(lastEventId);
  throw new RequestRefusal("validation_failed", "Last-Event-ID is not valid.", {
    errors: [{ pointer: "", detail: "Last-Event-ID: the id of an existing event, or 0." }],
  });
}
