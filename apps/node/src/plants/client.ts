import { type Client, createClient } from "@asbuilt/client";
import { remoteTarget, type Target } from "../import/target.ts";

/**
 * Returns the typed client of another plant's service, for reading. After the first response, a read
 * is repeated while the service is too busy or restarts. Throws a UserError if it does not respond,
 * or not like asbuilt, and if the key is unknown.
 */
export function plantClient(url: string, key: string): Client {
  const baseUrl = url.replace(/\/+$/, "");
  const target = remoteTarget(baseUrl, key, { attemptsMax, answerMs });
  return createClient({ baseUrl, key, fetch: readingBy(target, baseUrl) });
}

/** With their pauses, some three seconds: a service restarts in them. */
const attemptsMax = 6;
/** A page of 1,000 records takes a second where the way is slow. */
const answerMs = 60_000;

/** Returns the typed client of a command's own service, for reading. */
export const targetClient = (target: Target): Client =>
  createClient({ baseUrl: ownUrl, fetch: readingBy(target, ownUrl) });

/** No address: the target knows its own. */
const ownUrl = "http://asbuilt";

/** Returns how a client sends its reads. A stream is read as it comes; every other read is a POST. */
const readingBy = (target: Target, baseUrl: string) => async (request: Request) =>
  request.method === "GET"
    ? fetch(request)
    : target.send({
        method: request.method,
        path: request.url.slice(baseUrl.length),
        body: await request.text(),
        isRead: true,
      });
