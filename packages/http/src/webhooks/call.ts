import type { AnchorRecord, EventRecord } from "@asbuilt/contract";
import { traceparentOfCall } from "../trace.ts";
import { signatureHeaders } from "./signature.ts";
import type { Targets } from "./targets.ts";

/** A request to a receiver. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The trace context of the event that is sent; undefined if it has none. */
  readonly traceparent?: string | undefined;
}

/** The result of one request to a receiver. Of a response, only the status is read. */
export type SendResult =
  | { readonly status: number }
  | {
      readonly error: string;
      /** Whether the service ended the call, so that nothing is known about the receiver. */
      readonly isCutOff?: boolean;
    };

/**
 * Sends one request, and follows no redirect. It never throws, and never takes longer than
 * `callTimeoutMs`. A forbidden target is an error, just as an unreachable one is.
 */
export type Send = (outgoing: Outgoing) => Promise<SendResult>;

/** How an app calls other systems. */
export interface Calling {
  readonly send: Send;
  /** The private targets that may be called. */
  readonly targets: Targets;
}

/** The time in which a receiver must respond. */
export const callTimeoutMs = 15_000;

/** The target of calls, the secrets that sign them, and the newest seal. */
export interface Receiver {
  readonly id: number;
  readonly url: string;
  readonly secrets: readonly string[];
  /** Null if nothing is sealed yet. */
  readonly anchor: AnchorRecord | null;
}

/** The outcome of a call. */
export interface CallOutcome {
  readonly status: number | null;
  /** Undefined if the receiver accepted the event. */
  readonly error: string | undefined;
  /** Whether the service ended the call when it stopped: this does not count as an attempt. */
  readonly isCutOff?: boolean | undefined;
}

/** Calls a receiver with one event. */
export async function callReceiver(
  send: Send,
  { id, url, secrets, anchor }: Receiver,
  event: EventRecord,
  now: number,
): Promise<CallOutcome> {
  const body = JSON.stringify(event);
  // A restored database assigns the same places again: the operation's id makes the events differ.
  const message = { id: `msg_${id}_${event.id}_${event.data.operationID}`, at: now, body };
  const headers = {
    "Content-Type": "application/cloudevents+json; charset=utf-8",
    "User-Agent": "asbuilt",
    ...(event.traceparent === undefined
      ? {}
      : { traceparent: traceparentOfCall(event.traceparent) }),
    // Not signed with the call: the seal has a signature of its own.
    ...(anchor ? { "Asbuilt-Anchor": JSON.stringify(anchor) } : {}),
    ...(await signatureHeaders(message, secrets)),
  };
  const result = await send({ url, headers, body, traceparent: event.traceparent });
  if ("error" in result) return { status: null, ...result };
  const { status } = result;
  return { status, error: statusError(status) };
}

function statusError(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const error = `The receiver responded with ${status}`;
  return status >= 300 && status < 400 ? `${error}: redirects are not followed.` : `${error}.`;
}

/** The status of a receiver that is gone permanently. */
export const goneStatus = 410;
