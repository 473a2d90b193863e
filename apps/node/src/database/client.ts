import { fetchUntil, within } from "@asbuilt/core/database";
import { type Client, createClient } from "@libsql/client";
import { type DatabaseLocation, filePathOf, isFile } from "./location.ts";

/** How long a process waits for another process that has locked the file. */
export const lockWaitMs = 5000;

/** How long a command waits for a server's first response. */
const firstResponseMs = 10_000;

/**
 * Returns a client of a database as it is: nothing is checked, created or migrated. When the signal
 * aborts, the calls in progress fail.
 */
export function clientOf({ url, authToken }: DatabaseLocation, signal?: AbortSignal): Client {
  const client = createClient({
    // The client decodes a path; the native binding takes it unchanged.
    url: isFile(url) ? `file:${filePathOf(url).split("/").map(encodeURIComponent).join("/")}` : url,
    timeout: lockWaitMs,
    // The executor limits the calls in progress: the client's own queue knows no deadline.
    concurrency: Infinity,
    ...(authToken === undefined ? {} : { authToken }),
    ...(signal ? { fetch: fetchUntil(signal) } : {}),
  });
  signal?.addEventListener("abort", () => client.close());
  return client;
}

/** Runs work with a client of a libSQL server. Fails if the server does not respond in time. */
export const withServer = <Result>(
  location: DatabaseLocation,
  work: (client: Client) => Promise<Result>,
  ms = firstResponseMs,
): Promise<Result> =>
  within(ms, async (signal) => {
    const client = clientOf(location, signal);
    try {
      return await work(client);
    } finally {
      client.close();
    }
  });
