import { setTimeout as wait } from "node:timers/promises";
import { commandLine } from "@asbuilt/core";
import { createApp, type LogEntry } from "@asbuilt/http";
import type { OpenDatabase } from "../database/database.ts";
import { sha256 } from "../sha256.ts";
import { isJson } from "./is-json.ts";
import { reasonOf, UserError } from "../terminal/user-error.ts";

/** A service that a command speaks to: one in this process, or one at an address. */
export interface Target {
  /** How many requests it may be sent at once: they take effect in their order all the same. */
  readonly atOnce: number;
  send(request: TargetRequest): Promise<Response>;
}

export interface TargetRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON text of the body. */
  readonly body: string;
  /** With one, the request takes effect once, and may be repeated where the answer is lost. */
  readonly idempotencyKey?: string | undefined;
}

/** The service on a database at hand: whoever can open the database needs no key. */
export async function embeddedTarget(
  { executor, isInOrder }: OpenDatabase,
  log: (entry: LogEntry) => void,
): Promise<Target> {
  const app = createApp({
    executor,
    now: Date.now,
    log,
    principal: await commandLine(executor, Date.now),
    sha256,
    asset: () => Promise.resolve(undefined),
  });
  return {
    // A file's executor takes a group of so many, and refuses none of them.
    atOnce: isInOrder ? 64 : 1,
    send: async (request) => app.fetch(toRequest("http://asbuilt", request)),
  };
}

const attempts = 10;
const longestPauseMs = 8000;

/**
 * A service at an address, asked with a key. Once it has answered, a request with an
 * Idempotency-Key is repeated while the service is too busy or is started anew. Throws a UserError
 * where it does not answer, or not as asbuilt does, and where the key is not known.
 */
export function remoteTarget(url: string, key: string): Target {
  let hasAnswered = false;
  const send = async (request: TargetRequest) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = request.idempotencyKey === undefined || attempt === attempts;
      const outcome = await attemptFetch(url, request, key);
      const pauseMs = Math.min(2 ** attempt * 50, longestPauseMs);
      if (outcome.response) {
        const { response, text } = outcome;
        const strange = whyStrange(response, text);
        if (strange !== undefined) {
          throw new UserError(`${url} does not answer as asbuilt: ${strange}`);
        }
        hasAnswered = true;
        if (response.status === 401) throw new UserError(`${url}: ${await detailOf(response)}`);
        if (isLast || ![429, 502, 503, 504].includes(response.status)) return response;
        await wait(Math.max(pauseMs, retryAfterMs(response)));
      } else {
        if (isLast || !hasAnswered) {
          throw new UserError(`${url} does not answer: ${reasonOf(outcome.error)}`);
        }
        await wait(pauseMs);
      }
    }
  };
  return { atOnce: 1, send };
}

async function attemptFetch(url: string, request: TargetRequest, key: string) {
  try {
    const response = await fetch(toRequest(url, request, key), { redirect: "manual" });
    // Read here, since an answer that breaks off is lost, too.
    return { response, text: await response.clone().text() };
  } catch (error) {
    return { error };
  }
}

/** Why an answer is none of asbuilt, though it is no refusal: a page, or the way to another one. */
function whyStrange({ ok, status, headers }: Response, text: string): string | undefined {
  if (status >= 300 && status < 400) return `it redirects to ${headers.get("Location")}`;
  if (!ok) return undefined;
  if (status !== 200) return `its answer has status ${status}`;
  const type = headers.get("Content-Type");
  if (!type?.startsWith("application/json")) return `its answer is ${type}`;
  return isJson(text) ? undefined : "its answer is no JSON";
}

/** What the service asks for in Retry-After, as far as a person would wait for it. */
function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get("Retry-After") ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, longestPauseMs) : 0;
}

/** Why a request was refused, in a sentence, whoever on the way has answered it. */
export async function detailOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (typeof detail === "string") return detail;
  } catch {
    // Not a problem document: something before the service has answered.
  }
  return `The answer was ${response.status} ${response.statusText}.`;
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
