// The only module that leads to the libraries. It is loaded where somebody signs in or sends a token.
import type { Provider } from "./answers.ts";
import { newMetadata } from "./metadata.ts";
import type { OidcSettings } from "./settings.ts";
import { askAgain, begin, finish } from "./sign-in.ts";
import { newVerifier, verifyLogout, verifyToken } from "./tokens.ts";

/**
 * Makes the face of a directory. Each function throws `DirectoryUnreachable` or `DirectoryRefused`.
 * No result waits for another request's: on Workers none may.
 */
export function newProvider(settings: OidcSettings, now: () => number): Provider {
  const metadata = newMetadata(settings, now);
  const verify = newVerifier(settings, now, metadata);
  const asking = { settings, now, metadata, verify };
  return {
    begin: () => begin(asking),
    finish: (returned, begun) => finish(asking, returned, begun),
    askAgain: (refreshToken, subject) => askAgain(asking, refreshToken, subject),
    verifyToken: (token) => verifyToken(asking, token),
    verifyLogout: (token) => verifyLogout(asking, token),
    signOutUrl: async () => {
      const { signIn } = settings;
      const { end_session_endpoint: endpoint } = await metadata();
      if (!signIn || endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      url.searchParams.set("client_id", signIn.clientId);
      const back = new URL("/console/", signIn.redirectUri);
      url.searchParams.set("post_logout_redirect_uri", back.href);
      return url.href;
    },
  };
}
