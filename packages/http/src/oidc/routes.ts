import type { SignInWaysRecord } from "@asbuilt/contract";
import {
  askEveryMs,
  endByDirectory,
  letIn,
  newRequestId,
  newSessionToken,
  Refusal,
  sessionsOfDirectory,
} from "@asbuilt/core";
import type { Hono } from "hono";
import { cookieOf } from "../admission/credential.ts";
import type { Limiter } from "../admission/limiter.ts";
import type { AppSettings, Environment, RequestContext } from "../environment.ts";
import { requestIdOf } from "../request-log.ts";
import { RequestRefusal, toProblem } from "../response/problem.ts";
import { pageHeaders, responseHeaders } from "../response/response-headers.ts";
import { begunCookie, begunIn, type BegunSignIn, noBegunCookie, screenIn } from "./begun-cookie.ts";
import { wordOf } from "./claims.rules.ts";
import type { Directory } from "./directory.ts";
import { DirectoryRefused, DirectoryUnreachable } from "./failures.ts";
import { failurePage } from "./pages.ts";
import { sealedToken } from "./sealed-token.ts";
import { callbackPath } from "./settings.ts";

/** The parts of an app that the routes of sign-in need. */
interface SigningIn {
  readonly options: AppSettings;
  readonly directory: Directory | undefined;
  readonly limiter: Limiter | undefined;
}

const startPath = "/sign-in/start";
const signOutPath = "/sign-in/out";

/** Adds the routes where people sign in at the directory. None needs a key. */
export function mountSignIn(app: Hono<Environment>, signingIn: SigningIn): void {
  const { directory, limiter } = signingIn;
  const { label, signIn } = directory?.settings ?? {};
  const ways: SignInWaysRecord = {
    openIDConnect:
      signIn && label !== undefined
        ? { label, startURL: startPath, signOutURL: signOutPath }
        : null,
  };
  app.get("/sign-in", (c) => c.json(ways, 200, responseHeaders));
  if (!directory || !signIn) return;
  const counted =
    (handle: (c: RequestContext) => Promise<Response>) =>
    async (c: RequestContext): Promise<Response> => {
      c.set("headers", {});
      await limiter?.countAddress(c);
      return handle(c);
    };
  app.get(
    startPath,
    counted((c) => start(c, directory).catch((error: unknown) => failure(c, signingIn, error))),
  );
  app.get(
    callbackPath,
    counted((c) =>
      finish(c, signingIn, directory).catch((error: unknown) => failure(c, signingIn, error)),
    ),
  );
  app.get(
    signOutPath,
    counted((c) => signOut(c, directory)),
  );
  app.post(
    "/sign-in/back-channel-logout",
    counted((c) => backChannelLogout(c, signingIn, directory)),
  );
}

/** Leads a browser to the directory. */
async function start(c: RequestContext, directory: Directory): Promise<Response> {
  const provider = await directory.provider();
  const { url, ...begun } = await provider.begin();
  const cookie = begunCookie({ ...begun, to: screenIn(c.req.query("to")) });
  return c.body(null, 302, { ...pageHeaders, Location: url, "Set-Cookie": cookie });
}

/** Makes the session of a person whom the directory led back, and opens the console. */
async function finish(
  c: RequestContext,
  { options }: SigningIn,
  directory: Directory,
): Promise<Response> {
  const begun = begunIn(c.req.header("Cookie"));
  if (!begun) {
    const sentence =
      "This sign-in was not begun in this browser, was already finished, or took longer than ten " +
      "minutes.";
    return failurePage(400, sentence);
  }
  const token = await newSessionOf(c, options, directory, begun);
  return new Response(null, {
    status: 303,
    headers: [
      ...Object.entries({ ...pageHeaders, Location: begun.to }),
      ["Set-Cookie", noBegunCookie],
      ["Set-Cookie", cookieOf(token)],
    ],
  });
}

/** Makes a session of the person whom the directory led back. Returns the token of its cookie. */
async function newSessionOf(
  c: RequestContext,
  options: AppSettings,
  { settings, provider: providerOf }: Directory,
  begun: BegunSignIn,
): Promise<string> {
  const { executor, now, sha256, security, sessionIdleMinutes, sessionHours } = options;
  const provider = await providerOf();
  const returned = new URL(c.req.url).searchParams;
  const { claims, saidAt, refreshToken } = await provider.finish(returned, begun);
  const token = newSessionToken();
  const { sid } = claims;
  const requestId = newRequestId();
  const { userId, session } = await letIn(
    { executor, requestId, now },
    {
      ...wordOf(claims, settings, saidAt),
      session: {
        hash: await sha256(token, "hex"),
        idleMinutes: sessionIdleMinutes,
        hours: sessionHours,
        token: refreshToken && (await sealedToken(token, refreshToken)),
        askAt: now() + askEveryMs,
        sid: typeof sid === "string" ? sid : undefined,
      },
    },
  );
  if (!session) {
    throw new DirectoryRefused(
      "The directory gives you no role in this plant. Ask who administers the directory.",
    );
  }
  const address = options.limits?.addressOf(c) || undefined;
  security({ kind: "session_created", address, userId, ofSessionId: session.id, requestId });
  return token;
}

/** Responds with the page of a sign-in that failed, and reports it. */
function failure(c: RequestContext, { options, directory }: SigningIn, error: unknown): Response {
  const address = options.limits?.addressOf(c) || undefined;
  const headers = { "Set-Cookie": noBegunCookie };
  const isRefused =
    error instanceof DirectoryRefused ||
    (error instanceof Refusal && error.code === "unauthorized");
  if (isRefused) {
    options.security({ kind: "sign_in_refused", address, reason: error.message });
    return failurePage(403, error.message, headers);
  }
  if (!(error instanceof DirectoryUnreachable)) throw error;
  options.log({ level: "warn", message: error.message, error });
  const sentence =
    `${directory?.settings.label} can't be reached at the moment. Who is signed in can work on. ` +
    "Try again in a minute, or sign in with a key.";
  return failurePage(503, sentence, { ...headers, "Retry-After": "60" });
}

/** Leads a browser to where it signs out of the directory; without such a place, to the console. */
async function signOut(c: RequestContext, directory: Directory): Promise<Response> {
  const provider = await directory.provider();
  const url = await provider.signOutUrl().catch((error: unknown) => {
    if (error instanceof DirectoryUnreachable) return undefined;
    throw error;
  });
  return c.body(null, 302, { ...pageHeaders, Location: url ?? "/console/" });
}

/** The most characters of a message of logout. */
const messageLengthMax = 16_384;

/** Reads the text of a body; what is too long is cut off. */
async function shortText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const utf8 = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += utf8.decode(chunk, { stream: true });
    if (text.length > messageLengthMax) break;
  }
  return text;
}

/** Ends the sessions that the directory says have ended. */
async function backChannelLogout(
  c: RequestContext,
  { options }: SigningIn,
  { settings, provider: providerOf }: Directory,
): Promise<Response> {
  const { executor, now, security } = options;
  const form = await shortText(c.req.raw.body);
  const token = new URLSearchParams(form).get("logout_token");
  try {
    if (token === null) throw new DirectoryRefused("There is no logout_token.");
    const { subject, sid } = await (await providerOf()).verifyLogout(token);
    const { issuer } = settings;
    const ids = await sessionsOfDirectory(executor, { issuer, subject, sid });
    const context = { executor, requestId: newRequestId(), now };
    const comment = "Ended at the directory.";
    const ended = ids.length > 0 ? await endByDirectory(context, { ids, comment }) : [];
    for (const { id, userId } of ended) {
      security({ kind: "session_ended", ofSessionId: id, ofUserId: userId, reason: comment });
    }
    return c.body(null, 200, responseHeaders);
  } catch (error) {
    if (error instanceof DirectoryRefused) {
      const pointer = { errors: [{ pointer: "/logout_token", detail: error.message }] };
      return toProblem(
        new RequestRefusal("validation_failed", error.message, pointer),
        requestIdOf(c),
      );
    }
    if (error instanceof DirectoryUnreachable) {
      return toProblem(new RequestRefusal("directory_unreachable", error.message), requestIdOf(c));
    }
    throw error;
  }
}
