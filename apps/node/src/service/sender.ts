import { lookup as lookUp } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import {
  addressGuard,
  callTimeoutMs,
  type SendResult,
  type Send,
  type Targets,
} from "@asbuilt/http";
import { reasonOf } from "../terminal/user-error.ts";

/** How long receivers may still take to answer once the service is told to stop. */
const graceMs = 3000;

/**
 * Sends to other systems, and to no private one that is not configured: the address is looked at
 * where the connection is made, so that no name can lead elsewhere in between. Once it is told to
 * stop, calls soon end.
 */
export function sender(targets: Targets, timeoutMs = callTimeoutMs, stopping?: AbortSignal): Send {
  const cutOff = new AbortController();
  stopping?.addEventListener("abort", () => setTimeout(() => cutOff.abort(), graceMs).unref());
  const post: Send = async ({ url, headers, body }) => {
    const { protocol, hostname } = new URL(url);
    const whyNot = await addressGuard(protocol, targets);
    const host = hostname.replace(/^\[|\]$/g, "");
    const forbidden = isIP(host) ? whyNot(host) : undefined;
    if (forbidden !== undefined) return { error: forbidden };
    return new Promise<SendResult>((resolve, reject) => {
      const request = protocol === "https:" ? requestHttps : requestHttp;
      const call = request(url, {
        method: "POST",
        headers: { ...headers, "Content-Length": Buffer.byteLength(body) },
        lookup: guardedLookup(whyNot),
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), cutOff.signal]),
        maxHeaderSize: 16_384,
        // A connection of its own each time: none is kept to a name that may mean another by then.
        agent: false,
      });
      call.once("response", ({ statusCode = 0 }: IncomingMessage) => {
        resolve({ status: statusCode });
        // Of what else it says nothing is read, however much it is.
        call.destroy();
      });
      call.once("error", reject);
      // An answer that would change the protocol is neither of these.
      call.once("close", () => resolve({ error: "The receiver has not answered the request." }));
      call.end(body);
    });
  };
  return async (outgoing) => {
    try {
      return await post(outgoing);
    } catch (error) {
      return cutOff.signal.aborted
        ? { error: "The service stopped before the receiver answered.", isCutOff: true }
        : { error: whyFailed(error, timeoutMs) };
    }
  };
}

function guardedLookup(whyNot: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const refusal = addresses
        .map(({ address }) => whyNot(address))
        .find((why) => why !== undefined);
      if (refusal !== undefined) return done(new Error(refusal), []);
      const [first] = addresses;
      return options.all ? done(null, addresses) : done(null, first!.address, first!.family);
    });
  };
}

const whyFailed = (error: unknown, timeoutMs: number): string =>
  error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name)
    ? `The receiver has not answered within ${timeoutMs / 1000} seconds.`
    : `The receiver can't be reached: ${reasonOf(error)}`;
