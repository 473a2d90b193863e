import * as oauth from "oauth4webapi";
import { asked } from "./library-failures.ts";
import type { OidcSettings } from "./settings.ts";

/** How long an answer of the directory is waited for. */
export const answerMsMax = 5000;

/** How long the addresses of the directory are remembered. */
const metadataMsMax = 60 * 60_000;

/** Reads the addresses of a directory, or remembers them. */
export type Metadata = () => Promise<oauth.AuthorizationServer>;

/** Whether a directory of this machine is asked without encryption. */
export const isInsecure = ({ issuer }: Pick<OidcSettings, "issuer">): boolean =>
  issuer.startsWith("http:");

/** Returns the options of one request to the directory. */
export const httpOptions = (settings: OidcSettings) => ({
  [oauth.allowInsecureRequests]: isInsecure(settings),
  signal: AbortSignal.timeout(answerMsMax),
});

/** Returns a function that reads the addresses of a directory. */
export function newMetadata(settings: OidcSettings, now: () => number): Metadata {
  let known: { readonly as: oauth.AuthorizationServer; readonly until: number } | undefined;
  return async () => {
    if (known && now() < known.until) return known.as;
    const issuer = new URL(settings.issuer);
    const as = await asked(async () =>
      oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, httpOptions(settings)),
      ),
    );
    known = { as, until: now() + metadataMsMax };
    return as;
  };
}
