import * as oauth from "oauth4webapi";
import { DirectoryRefused } from "./failures.ts";
import { asked } from "./library-failures.ts";
import { httpOptions, type Metadata } from "./metadata.ts";
import type { Answered, Begun } from "./answers.ts";
import type { OidcSettings, SignInSettings } from "./settings.ts";
import { clockToleranceS, type Verify } from "./tokens.ts";

/** The parts that the steps of sign-in share. */
interface Asking {
  readonly settings: OidcSettings;
  readonly now: () => number;
  readonly metadata: Metadata;
  readonly verify: Verify;
}

/** The directory and this service as its client. */
interface Client {
  readonly signIn: SignInSettings;
  readonly as: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly auth: oauth.ClientAuth;
}

async function clientOf({ settings, now, metadata }: Asking): Promise<Client> {
  const { signIn } = settings;
  if (!signIn) throw new DirectoryRefused("Nobody signs in at the directory.");
  const as = await metadata();
  const client: oauth.Client = {
    client_id: signIn.clientId,
    [oauth.clockTolerance]: clockToleranceS,
    // The library's own checks of times are by the service's clock, too.
    [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000),
  };
  return { signIn, as, client, auth: authenticationOf(signIn, as) };
}

/** Returns how the client proves itself, of the ways that the directory names. */
function authenticationOf(
  { clientSecret }: SignInSettings,
  { token_endpoint_auth_methods_supported: ways }: oauth.AuthorizationServer,
): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  // Basic is what a directory supports that names no way.
  const isBasic = ways === undefined || ways.includes("client_secret_basic");
  return isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
}

/** Begins a sign-in: where to lead the browser, and what it must come back with. */
export async function begin(asking: Asking): Promise<Begun & { readonly url: string }> {
  const { signIn, as } = await clientOf(asking);
  if (as.authorization_endpoint === undefined) {
    throw new DirectoryRefused("The directory names no place to sign in.");
  }
  const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
  const verifier = oauth.generateRandomCodeVerifier();
  const url = new URL(as.authorization_endpoint);
  const parameters = {
    response_type: "code",
    client_id: signIn.clientId,
    redirect_uri: signIn.redirectUri,
    scope: signIn.scopes,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { state, nonce, verifier, url: url.href };
}

/** Ends a sign-in with what the browser came back with. */
export async function finish(
  asking: Asking,
  returned: URLSearchParams,
  { state, nonce, verifier }: Begun,
): Promise<Answered> {
  const own = await clientOf(asking);
  const { as, client, auth } = own;
  const { redirectUri } = own.signIn;
  const http = httpOptions(asking.settings);
  const tokens = await asked(async () => {
    const code = oauth.validateAuthResponse(as, client, returned, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      code,
      redirectUri,
      verifier,
      http,
    );
    const expected = { expectedNonce: nonce, requireIdToken: true };
    return oauth.processAuthorizationCodeResponse(as, client, answer, expected);
  });
  return answerOf(asking, own, tokens);
}

/** Asks again about a person. */
export async function askAgain(
  asking: Asking,
  refreshToken: string,
  subject: string,
): Promise<Answered> {
  const own = await clientOf(asking);
  const { as, client, auth } = own;
  const http = httpOptions(asking.settings);
  const tokens = await asked(async () => {
    const answer = await oauth.refreshTokenGrantRequest(as, client, auth, refreshToken, http);
    return oauth.processRefreshTokenResponse(as, client, answer);
  });
  return answerOf(asking, own, tokens, subject);
}

/**
 * Returns what the directory says of the person of its tokens: the claims of the ID token, whose
 * signature is verified, and where these lack the roles, those of the place for them.
 */
async function answerOf(
  { settings, now, verify }: Asking,
  { as, client }: Client,
  tokens: oauth.TokenEndpointResponse,
  expected?: string,
): Promise<Answered> {
  const { id_token: idToken, refresh_token: refreshToken, access_token: accessToken } = tokens;
  if (idToken !== undefined) await verify(idToken, { audience: client.client_id });
  const said = oauth.getValidatedIdTokenClaims(tokens);
  const subject = said?.sub ?? expected;
  if (subject === undefined || (expected !== undefined && subject !== expected)) {
    throw new DirectoryRefused("The directory answered about somebody else.");
  }
  const { userinfo_endpoint: place } = as;
  const [claim = ""] = settings.rolesClaim.split(".", 1);
  const isWhole = said && (settings.rolesClaim in said || claim in said);
  if (!said && place === undefined) {
    throw new DirectoryRefused("The directory did not say who the person is now.");
  }
  const more =
    isWhole || place === undefined
      ? {}
      : await asked(async () => {
          const http = httpOptions(settings);
          const answer = await oauth.userInfoRequest(as, client, accessToken, http);
          return oauth.processUserInfoResponse(as, client, subject, answer);
        });
  const claims = { ...more, ...said, sub: subject };
  return { claims, saidAt: said ? said.iat * 1000 : now(), refreshToken };
}
