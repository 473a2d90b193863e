import {
  askEveryMs,
  endByDirectory,
  findTokenCaller,
  letIn,
  newRequestId,
  type Principal,
  recordAnswer,
  takeTurn,
} from "@asbuilt/core";
import type { AppSettings } from "../environment.ts";
import { RequestRefusal } from "../response/problem.ts";
import { logOncePerSecond } from "../warnings.ts";
import { wordOf } from "./claims.rules.ts";
import { DirectoryRefused, DirectoryUnreachable } from "./failures.ts";
import type { Answered, Provider } from "./answers.ts";
import { openedToken, sealedToken } from "./sealed-token.ts";
import type { OidcSettings } from "./settings.ts";

/** After the directory did not answer, a session asks again not before this time. */
const unreachableMs = 60_000;

/** The company's directory, as the requests of an app meet it. */
export interface Directory {
  readonly settings: OidcSettings;
  /** Loads what asks the directory. */
  readonly provider: () => Promise<Provider>;
  /**
   * Returns who has a token of the directory. Refuses `unauthorized`, `forbidden` who has no role,
   * and `directory_unreachable`.
   */
  readonly callerOf: (token: string) => Promise<Principal>;
  /**
   * Asks the directory about the person of a session, unless somebody else does. Ends the session if
   * the directory refuses, or gives no role any more. If it can't be reached, the session stays.
   */
  readonly askAbout: (cookie: string, sessionId: number) => Promise<void>;
}

type Options = AppSettings & { readonly oidc: OidcSettings };

/** Returns the directory of an app; undefined if none is configured. */
export function directoryOf(options: AppSettings): Directory | undefined {
  const { oidc } = options;
  return oidc && newDirectory({ ...options, oidc });
}

function newDirectory(options: Options): Directory {
  const { oidc: settings, now } = options;
  let made: Provider | undefined;
  const provider = async () => {
    const { newProvider } = await import("./provider.ts");
    return (made ??= newProvider(settings, now));
  };
  return {
    settings,
    provider,
    callerOf: async (token) => callerOf(options, await provider(), token),
    askAbout: asking(options, provider),
  };
}

/** Reads who has a token. Its user is written only where the directory says something new of it. */
async function callerOf(
  { executor, oidc, now }: Options,
  provider: Provider,
  token: string,
): Promise<Principal> {
  const { claims, saidAt, expiresAt } = await provider.verifyToken(token).catch(refuseToken);
  const word = wordOf(claims, oidc, saidAt);
  const find = () => findTokenCaller(executor, word, expiresAt);
  let found = await find();
  const isNews = !found || (saidAt >= found.rolesAt && !isSame(found.roles, word.roles));
  if (isNews) {
    await letIn({ executor, requestId: newRequestId(), now }, word);
    found = await find();
  }
  if (!found || found.roles.length === 0) {
    throw new RequestRefusal("forbidden", "The directory gives the holder of the token no role.");
  }
  // Then the token is verified again: its key can be one that the directory no longer has.
  return { ...found.principal, askAt: now() + askEveryMs };
}

const isSame = (stored: readonly string[], said: readonly string[]) =>
  JSON.stringify(stored) === JSON.stringify([...new Set(said)].toSorted());

function refuseToken(error: unknown): never {
  if (error instanceof DirectoryRefused) throw new RequestRefusal("unauthorized", error.message);
  if (error instanceof DirectoryUnreachable) {
    throw new RequestRefusal("directory_unreachable", error.message);
  }
  throw error;
}

/** Returns a function that asks about the person of a session. */
function asking(options: Options, providerOf: () => Promise<Provider>): Directory["askAbout"] {
  const { executor, oidc, now, security } = options;
  const warn = logOncePerSecond(options);
  const end = async (sessionId: number, reason: string) => {
    const context = { executor, requestId: newRequestId(), now };
    const ended = await endByDirectory(context, { ids: [sessionId], comment: reason });
    for (const { id, userId } of ended) {
      security({ kind: "session_ended", ofSessionId: id, ofUserId: userId, reason });
    }
  };
  const take = async (cookie: string, sessionId: number, { claims, ...said }: Answered) => {
    const word = wordOf(claims, oidc, said.saidAt);
    await letIn({ executor, requestId: newRequestId(), now }, word);
    if (word.roles.length === 0) {
      await end(sessionId, "The directory gives the person no role any more.");
      return;
    }
    const { refreshToken } = said;
    const token = refreshToken && (await sealedToken(cookie, refreshToken));
    await recordAnswer(executor, sessionId, { token, askAt: now() + askEveryMs });
  };
  return async (cookie, sessionId) => {
    const question = await takeTurn(executor, sessionId, now());
    if (!question) return;
    const { issuer, subject, token } = question;
    if (issuer !== oidc.issuer || !oidc.signIn) {
      await end(sessionId, "The directory that let the person in is not configured any more.");
      return;
    }
    // Such a session ends by itself before the directory would have to be asked.
    if (token === null) return;
    try {
      const provider = await providerOf();
      const refreshToken = await openedToken(cookie, token).catch((error: unknown) => {
        throw new DirectoryRefused("The stored refresh token can't be read.", { cause: error });
      });
      const answer = await provider.askAgain(refreshToken, subject);
      await take(cookie, sessionId, answer);
    } catch (error) {
      if (error instanceof DirectoryRefused) await end(sessionId, error.message);
      else if (error instanceof DirectoryUnreachable) {
        warn({ level: "warn", message: "The directory can't be reached.", error });
        await recordAnswer(executor, sessionId, { askAt: now() + unreachableMs });
      } else throw error;
    }
  };
}
