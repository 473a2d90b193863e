import { isIPv6 } from "node:net";
import { type Configuration, readEnvironment } from "../configuration.ts";
import { complain, errorLineOf, print } from "../terminal/messages.ts";
import { requireUrlOption } from "./with-target.ts";

/** How long the service has to answer. */
const answerMs = 5000;

export interface ReadyOptions {
  readonly url?: string | undefined;
}

/**
 * `asbuilt ready`: asks a service whether it can do its work, and prints its status. The exit status
 * is 1 if it can't, or does not answer.
 */
export async function ready({ url }: ReadyOptions): Promise<number> {
  const address =
    url === undefined ? ownAddress(readEnvironment(process.env)) : requireUrlOption(url);
  try {
    const signal = AbortSignal.timeout(answerMs);
    const answer = await fetch(new URL("/readyz", address), { signal });
    // The service answers this; what another server answers is no status.
    const { status, detail } = (await answer.json()) as { status?: string; detail?: string };
    const line = detail === undefined ? String(status) : `${status}: ${detail}`;
    if (!answer.ok) throw new Error(line);
    print(line);
    return 0;
  } catch (error) {
    complain(`${address}: ${errorLineOf(error)}`);
    return 1;
  }
}

/** Returns the address of the configured service, as its own machine reaches it. */
function ownAddress({ host, port }: Configuration): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}
