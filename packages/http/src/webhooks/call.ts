import type { EventRecord } from "@asbuilt/contract";
import { signed } from "./signature.ts";
import type { Targets } from "./targets.ts";

/** What is sent to a receiver. */
export interface Outgoing {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver answered; of an answer no more than its status is read. */
export type Outcome =
  | { readonly status: number }
  | {
      readonly error: string;
      /** Whether the service ended the call, and nothing is known of the receiver. */
      readonly isCutOff?: boolean;
    };

/**
 * Sends one request, and follows no redirect. It never fails, and never takes longer than
 * `callTimeoutMs`: a target that may not be called is an error like one that can't be reached.
 */
export type Send = (outgoing: Outgoing) => Promise<Outcome>;

/** How an app calls other systems. */
export interface Calling {
  readonly send: Send;
  /** The private targets that may be called. */
  readonly targets: Targets;
}

/** How long a receiver may take to answer. */
export const callTimeoutMs = 15_000;

/** Who is called, and with what it is signed. */
export interface Receiver {
  readonly id: number;
  readonly url: string;
  readonly secrets: readonly string[];
}

/** What a call came to. */
export interface Called {
  readonly status: number | null;
  /** Undefined where the receiver took the event. */
  readonly error: string | undefined;
  /** Whether the service ended the call as it stopped: it does not count as an attempt. */
  readonly isCutOff?: boolean | undefined;
}

/** Calls a receiver with one event. */
export async function call(
  send: Send,
  { id, url, secrets }: Receiver,
  event: EventRecord,
  now: number,
): Promise<Called> {
  const body = JSON.stringify(event);
  // A restored database gives places in the log anew: the operation's id tells such events apart.
  const message = { id: `msg_${id}_${event.id}_${event.data.operationID}`, at: now, body };
  const headers = {
    "Content-Type": "application/cloudevents+json; charset=utf-8",
    "User-Agent": "asbuilt",
    ...(await signed(message, secrets)),
  };
  const outcome = await send({ url, headers, body });
  if ("error" in outcome) return { status: null, ...outcome };
  const { status } = outcome;
  return { status, error: whyRefused(status) };
}

function whyRefused(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const told = `The receiver answered ${status}`;
  return status >= 300 && status < 400 ? `${told}: redirects are not followed.` : `${told}.`;
}

/** The status with which a receiver says that it is gone for good. */
export const gone = 410;
