import { isIPv6 } from "node:net";
import type { ReadinessRecord } from "@asbuilt/contract";
import { type Configuration, readEnvironment } from "../configuration.ts";
import { complain, errorLineOf, print } from "../terminal/messages.ts";
import { requireUrlOption } from "./with-target.ts";

/** How long the service has to answer. */
const answerMs = 5000;

export interface ReadyOptions {
  readonly url?: string | undefined;
}

/**
 * `asbuilt ready`: asks a service whether it can do its work, and prints its status, with each part
 * that is failing or behind. The exit status is 1 if it can't, or does not answer.
 */
export async function ready({ url }: ReadyOptions): Promise<number> {
  const address =
    url === undefined ? ownAddress(readEnvironment(process.env)) : requireUrlOption(url);
  try {
    const signal = AbortSignal.timeout(answerMs);
    const answer = await fetch(new URL("/readyz", address), { signal });
    const { status, detail, parts } = readinessIn(await answer.text());
    const line = detail === undefined ? status : `${status}: ${detail}`;
    if (!answer.ok) throw new Error(line);
    print(line);
    for (const [name, { state, detail: why }] of Object.entries(parts)) {
      if (state !== "ok" && state !== "off" && why !== detail) print(`${name} ${state}: ${why}`);
    }
    return 0;
  } catch (error) {
    complain(`${address}: ${errorLineOf(error)}`);
    return 1;
  }
}

/** Reads what a service answers. Throws if another server has answered. */
function readinessIn(text: string): ReadinessRecord {
  try {
    const read = JSON.parse(text) as Partial<ReadinessRecord> | null;
    // The other fields are as the contract says.
    if (read?.status && read.parts) return read as ReadinessRecord;
  } catch {
    // Told below.
  }
  throw new Error("what answers there is not asbuilt: it has no readiness at /readyz");
}

/** Returns the address of the configured service, as its own machine reaches it. */
function ownAddress({ host, port }: Configuration): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
