import { lookup as resolveName } from "node:dns";
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
import { errorLineOf } from "../terminal/messages.ts";

/** How long receivers have for their response after the service begins to stop. */
const receiverGraceMs = 3000;

/** The interim responses (1xx) of one call. Each costs time, and a receiver can send many. */
const interimResponsesMax = 16;

/**
 * Returns a sender to other systems that refuses private addresses unless they are configured. It
 * checks the address when it connects, so that a name can't resolve to another one after the check.
 * Calls end soon after the signal `stopping`.
 */
export function nodeSender(
  targets: Targets,
  timeoutMs = callTimeoutMs,
  stopping?: AbortSignal,
): Send {
  const cutOff = new AbortController();
  stopping?.addEventListener("abort", () =>
    setTimeout(() => cutOff.abort(), receiverGraceMs).unref(),
  );
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
        // A new connection for each call: the name can resolve to another address by the next one.
        agent: false,
      });
      call.once("response", ({ statusCode = 0 }: IncomingMessage) => {
        resolve({ status: statusCode });
        // The rest of the response is never read, whatever its size.
        call.destroy();
      });
      let interimResponses = 0;
      call.on("information", () => {
        if (++interimResponses <= interimResponsesMax) return;
        resolve({
          error: `The receiver sent more than ${interimResponsesMax} interim responses.`,
        });
        call.destroy();
      });
      call.once("error", reject);
      // A response that switches the protocol emits neither of these events.
      call.once("close", () => resolve({ error: "The receiver sent no response." }));
      call.end(body);
    });
  };
  return async (outgoing) => {
    try {
      return await post(outgoing);
    } catch (error) {
      return cutOff.signal.aborted
        ? { error: "The service stopped before the receiver responded.", isCutOff: true }
        : { error: whyFailed(error, timeoutMs) };
    }
  };
}

function guardedLookup(whyNot: (address: string) => string | undefined): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
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
    ? `The receiver did not respond within ${timeoutMs / 1000} seconds.`
    : `The receiver can't be reached: ${errorLineOf(error)}`;
