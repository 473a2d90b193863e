import { userInfo } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { commandLine, newUuid } from "@asbuilt/core";
import { type AppOptions, createApp } from "@asbuilt/http";
import type { OpenDatabase } from "../database/database.ts";
import { nodeDeflate } from "../deflate.ts";
import { sha256 } from "../sha256.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { isJson } from "@asbuilt/table";

/** The service that a command uses: one in this process, or one at an address. */
export interface Target {
  /** How many requests can be in flight and still take effect in order. */
  readonly inFlightMax: number;
  send(request: TargetRequest): Promise<Response>;
}

export interface TargetRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON text of the body. */
  readonly body: string;
  /** With one, the request takes effect once, and can be repeated if its response is lost. */
  readonly idempotencyKey?: string | undefined;
  /** Whether it writes nothing, and can be repeated too. */
  readonly isRead?: true;
}

/** The settings of a service in this process. */
type EmbeddedOptions = Pick<AppOptions, "log" | "timeZone" | "keyDays" | "anchorStore">;

/**
 * Returns a service on a local database. It needs no key: its user can open the database. The change
 * log names the operating system's user in the request ids.
 */
export async function embeddedTarget(
  { executor, isInOrder }: OpenDatabase,
  options: EmbeddedOptions,
): Promise<Target> {
  const app = createApp({
    ...options,
    executor,
    now: Date.now,
    principal: await commandLine(executor, Date.now),
    sha256,
    deflate: nodeDeflate,
    asset: () => Promise.resolve(undefined),
  });
  const sender = `command-line.${systemUser()}`;
  return {
    // A file's executor accepts a group of that size without a refusal.
    inFlightMax: isInOrder ? 64 : 1,
    send: async (request) => {
      const sent = toRequest("http://asbuilt", request);
      sent.headers.set("X-Request-Id", `${sender}.${newUuid()}`);
      return app.fetch(sent);
    },
  };
}

/** A request id has at most 64 characters. */
const userLengthMax = 14;

/** Returns the operating system's user, in the characters of a request id. */
function systemUser(): string {
  let name: string;
  try {
    name = userInfo().username;
  } catch {
    // A user without an entry in the system's list has a number only.
    name = String(process.getuid?.() ?? "unknown");
  }
  return name.replaceAll(/[^\w-]/g, "_").slice(0, userLengthMax);
}

const pauseMsMax = 8000;

/**
 * Returns a service at an address, with a key. After its first response, reads and requests with an
 * Idempotency-Key are repeated while the service is too busy or restarts. Throws a UserError if it
 * does not respond, or not like asbuilt, and if the key is unknown.
 */
export function remoteTarget(
  url: string,
  key: string,
  { attemptsMax = 10, answerMs }: RemoteOptions = {},
): Target {
  let hasResponded = false;
  const send = async (request: TargetRequest) => {
    for (let attempt = 1; ; attempt++) {
      const isRepeatable = request.idempotencyKey !== undefined || request.isRead === true;
      const isLast = !isRepeatable || attempt === attemptsMax;
      const outcome = await attemptFetch(toRequest(url, request, key), answerMs);
      const pauseMs = Math.min(2 ** attempt * 50, pauseMsMax);
      if (outcome.response) {
        const { response, text } = outcome;
        const whyNot = whyNotAsbuilt(response, text);
        if (whyNot !== undefined) {
          throw new UserError(`${url} does not respond like asbuilt: ${whyNot}`);
        }
        hasResponded = true;
        if (response.status === 401) throw new UserError(`${url}: ${await detailOf(response)}`);
        if (isLast || ![429, 502, 503, 504].includes(response.status)) return response;
        await wait(Math.max(pauseMs, retryAfterMs(response)));
      } else {
        if (isLast || !hasResponded) {
          throw new UserError(`${url} does not respond: ${errorLineOf(outcome.error)}`);
        }
        await wait(pauseMs);
      }
    }
  };
  return { inFlightMax: 1, send };
}

interface RemoteOptions {
  readonly attemptsMax?: number;
  /** The time after which a response counts as lost. */
  readonly answerMs?: number;
}

async function attemptFetch(request: Request, answerMs: number | undefined) {
  const limit = answerMs === undefined ? {} : { signal: AbortSignal.timeout(answerMs) };
  try {
    const response = await fetch(request, { redirect: "manual", ...limit });
    // Read here: a response that breaks off counts as lost, too.
    return { response, text: await response.clone().text() };
  } catch (error) {
    return { error };
  }
}

/** Returns why a response is not asbuilt's: it is a redirection, or another kind of success. */
function whyNotAsbuilt({ ok, status, headers }: Response, text: string): string | undefined {
  if (status >= 300 && status < 400) return `it redirects to ${headers.get("Location")}`;
  if (!ok) return undefined;
  if (status !== 200) return `its response has status ${status}`;
  const type = headers.get("Content-Type");
  if (!type?.startsWith("application/json")) return `its response is ${type}`;
  return isJson(text) ? undefined : "its response is not JSON";
}

/** Returns the time in Retry-After, limited to what a user would wait. */
function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, pauseMsMax) : 0;
}

/** Returns why a request was refused, in a sentence. A proxy can have refused it. */
export const detailOf = async (response: Response): Promise<string> =>
  (await problemOf(response)).detail;

/** Why a request was refused. */
interface RefusedRequest {
  readonly detail: string;
  /** The code, if the service has refused it. */
  readonly code?: unknown;
  /** The fields that break a rule, by their pointers. */
  readonly errors?: readonly FieldError[] | undefined;
}

interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** Returns why a request was refused, with its code and its fields if the service has refused it. */
export async function problemOf(response: Response): Promise<RefusedRequest> {
  const text = await response.text();
  try {
    // The contract defines these fields; a proxy can have sent others.
    const { detail, code, errors } = JSON.parse(text) as Partial<RefusedRequest>;
    if (typeof detail === "string") return { detail, code, errors };
  } catch {
    // Not a problem document: a proxy in front of the service has responded.
  }
  return { detail: `The response was ${response.status} ${response.statusText}.` };
}

const toRequest = (
  baseUrl: string,
  { method, path, body, idempotencyKey }: TargetRequest,
  key?: string,
): Request =>
  new Request(`${baseUrl.replace(/\/+$/, "")}${path}`, {
    method,
    body,
    headers: {
      "Content-Type": "application/json",
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...(idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey }),
    },
  });
