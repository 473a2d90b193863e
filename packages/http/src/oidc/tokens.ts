import {
  createRemoteJWKSet,
  customFetch,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  type JWTVerifyResult,
} from "jose";
import { DirectoryRefused, DirectoryUnreachable } from "./failures.ts";
import { verified } from "./library-failures.ts";
import { answerMsMax, isInsecure, type Metadata } from "./metadata.ts";
import type { LoggedOut, VerifiedToken } from "./answers.ts";
import type { OidcSettings } from "./settings.ts";

/** The clocks of two machines differ by so much. */
export const clockToleranceS = 60;

/** The least time from one look for unknown keys to the next. */
const keysEveryMs = 30_000;

/** Public keys only: a shared secret, or none, signs nothing here. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Verifies a token of the directory. */
export type Verify = (token: string, options: JWTVerifyOptions) => Promise<JWTVerifyResult>;

/** Returns a function that verifies tokens of a directory: signature, issuer and times. */
export function newVerifier(settings: OidcSettings, now: () => number, metadata: Metadata): Verify {
  let keys: { readonly uri: string; readonly get: JWTVerifyGetKey } | undefined;
  return async (token, options) => {
    const { jwks_uri: uri } = await metadata();
    if (uri === undefined) throw new DirectoryRefused("The directory names no place of its keys.");
    if (keys?.uri !== uri) keys = { uri, get: keysAt(uri, settings) };
    const { get } = keys;
    const all = {
      issuer: settings.issuer,
      algorithms,
      clockTolerance: clockToleranceS,
      currentDate: new Date(now()),
      ...options,
    };
    return verified(() => jwtVerify(token, get, all));
  };
}

/** Returns the keys of a directory. An unknown one is looked for, but not more often than set. */
function keysAt(uri: string, settings: OidcSettings): JWTVerifyGetKey {
  const url = new URL(uri);
  if (url.protocol !== "https:" && !isInsecure(settings)) {
    throw new DirectoryRefused("The keys of the directory are not at an https:// address.");
  }
  return createRemoteJWKSet(url, {
    timeoutDuration: answerMsMax,
    cooldownDuration: keysEveryMs,
    [customFetch]: (to, options) =>
      fetch(to, options).catch((error: unknown) => {
        throw new DirectoryUnreachable("The keys of the directory can't be read.", {
          cause: error,
        });
      }),
  });
}

interface Verifying {
  readonly settings: OidcSettings;
  readonly verify: Verify;
}

const isMessage = ({ payload, protectedHeader }: JWTVerifyResult): boolean =>
  "events" in payload || protectedHeader.typ?.toLowerCase() === "logout+jwt";

/** Checks the token of a machine. */
export async function verifyToken(
  { settings, verify }: Verifying,
  token: string,
): Promise<VerifiedToken> {
  const { audience } = settings;
  if (audience === undefined) throw new DirectoryRefused("No token of the directory is taken.");
  const requiredClaims = ["sub", "iat", "exp"];
  const found = await verify(token, { audience, requiredClaims });
  // A message that a session has ended is signed by the same key.
  if (isMessage(found)) {
    throw new DirectoryRefused("The token is a message, and lets nobody in.");
  }
  // They are required, and were compared with the clock.
  const { sub, iat, exp } = found.payload as { sub: string; iat: number; exp: number };
  const expiresAt = (exp + clockToleranceS) * 1000;
  return { claims: { ...found.payload, sub }, saidAt: iat * 1000, expiresAt };
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** The age up to which a message of logout counts, in seconds. */
const messageAgeMax = 120;

/** Checks a message that sessions have ended at the directory. */
export async function verifyLogout(
  { settings, verify }: Verifying,
  token: string,
): Promise<LoggedOut> {
  const { payload } = await verify(token, {
    audience: settings.signIn?.clientId ?? "",
    requiredClaims: ["iat", "events"],
    maxTokenAge: messageAgeMax,
  });
  const { events, sub: subject, sid, nonce } = payload;
  const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
  const named = typeof sid === "string" ? sid : undefined;
  if (!isLogout || nonce !== undefined || (subject === undefined && named === undefined)) {
    throw new DirectoryRefused("The message is no logout token.");
  }
  return { subject, sid: named };
}
