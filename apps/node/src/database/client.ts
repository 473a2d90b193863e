import { type LibsqlServer, libsqlServer, within } from "@asbuilt/core/database";
import { type Client, createClient } from "@libsql/client/sqlite3";
import { type DatabaseLocation, filePathOf } from "./location.ts";

/** How long a process waits for another process that has locked the file. */
export const lockWaitMs = 5000;

/** How long a command waits for a server's first response. */
const firstResponseMs = 10_000;

/** Returns a client of a file as it is: nothing is checked, created or migrated. */
export const clientOf = (url: string): Client =>
  createClient({
    // The client decodes a path; the native binding takes it unchanged.
    url: `file:${filePathOf(url).split("/").map(encodeURIComponent).join("/")}`,
    timeout: lockWaitMs,
    // The executor limits the calls in progress: the client's own queue knows no deadline.
    concurrency: Infinity,
  });

/** Runs work with a libSQL server. Fails if the server does not respond in time. */
export const withServer = <Result>(
  location: DatabaseLocation,
  work: (server: LibsqlServer) => Promise<Result>,
  ms = firstResponseMs,
): Promise<Result> => within(ms, (signal) => work(libsqlServer(location, { signal })));
