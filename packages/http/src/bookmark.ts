import {
  bookmarkedStatuses,
  bookmarkHeader,
  mayLag,
  type Operation,
  problemKinds,
} from "@asbuilt/contract";
import { type Executor, RightsChanged } from "@asbuilt/core";
import { isBookmark, type Replicas } from "@asbuilt/core/database";
import type { RequestContext } from "./environment.ts";
import { codeOf, isRefusal, RequestRefusal } from "./response/problem.ts";

/** A request's operation, and the database with replicas that it is for. */
interface Target {
  readonly route: Operation;
  readonly executor: Executor;
  readonly replicas: Replicas;
}

type Handle = (executor: Executor) => Promise<Response>;

/**
 * Handles a request where replicas are read. Its response gets the bookmark of what it read or wrote.
 * Refuses (`validation_failed`) a text that is no bookmark. A refusal of a replica is asked again at
 * the primary: the record, the key or the place of a follower can be newer than the replica.
 */
export async function handledNear(c: RequestContext, target: Target, handle: Handle) {
  const { route, executor, replicas } = target;
  const noting = notingIn(c.get("headers"));
  if (!mayLag(route)) {
    const read: Executor["read"] = (statements, asOne) =>
      noting(() => executor.read(statements, asOne), replicas.bookmark);
    const run: Executor["run"] = (job) => noting(() => executor.run(job), replicas.bookmark);
    return handle({ ...executor, read, run });
  }
  const bookmark = bookmarkIn(c);
  const open = (atPrimary: boolean) => {
    const reads = replicas.open({ bookmark, atPrimary });
    const read: Executor["read"] = (statements) =>
      noting(() => reads.read(statements), reads.bookmark);
    return { reads, near: { ...executor, read } };
  };
  // The rest of a list is not there on an older replica than that of its beginning.
  const { reads, near } = open(bookmark === undefined && c.req.query("cursor") !== undefined);
  try {
    return await handle(near);
  } catch (error) {
    if (!reads.isFromReplica() || !isByRecord(error)) throw error;
    return handle(open(true).near);
  }
}

/** Returns a function that does some work, and notes its bookmark for the response. */
const notingIn =
  (headers: Record<string, string>) =>
  async <Result>(
    work: () => Promise<Result>,
    bookmark: () => string | undefined,
  ): Promise<Result> => {
    try {
      return await work();
    } finally {
      const text = bookmark();
      if (text !== undefined) headers[bookmarkHeader] = text;
    }
  };

/** Returns the bookmark of a request. */
function bookmarkIn(c: RequestContext): string | undefined {
  const text = c.req.header(bookmarkHeader);
  if (text === undefined || isBookmark(text)) return text;
  const rule = "a bookmark that a response had, unchanged";
  throw new RequestRefusal("validation_failed", `${bookmarkHeader} is not valid.`, {
    errors: [{ pointer: "", detail: `${bookmarkHeader}: ${rule}.` }],
  });
}

/** Whether the record decided an error: another state of it can decide otherwise. */
const isByRecord = (error: unknown): boolean =>
  error instanceof RightsChanged || (isRefusal(error) && problemKinds[codeOf(error)].status < 500);

/** Returns the response of a refusal, with a bookmark only if the record can have decided it. */
export function bookmarkedRefusal(response: Response): Response {
  if (!bookmarkedStatuses.has(response.status)) response.headers.delete(bookmarkHeader);
  return response;
}

/** Returns a database whose reads follow what happens, at a replica if there are some. */
export function followed(executor: Executor): Executor {
  const reads = executor.replicas?.open({ isFollower: true });
  return reads ? { ...executor, read: reads.read } : executor;
}

type LookUp<Found> = (executor: Executor, hashes: readonly string[]) => Promise<Found[]>;

/**
 * Returns a function that looks up who has keys: at the primary, or at a replica while that is out of
 * reach. A replica can't say that a key is nobody's: it can be too new.
 */
export const lookingUp =
  <Found>(executor: Executor, of: LookUp<Found | undefined>) =>
  async (hashes: readonly string[]): Promise<(Found | undefined)[]> => {
    const reads = executor.replicas?.open({ atPrimary: true });
    const found = await of(reads ? { ...executor, read: reads.read } : executor, hashes);
    const isUnsure = reads?.isFromReplica() && found.includes(undefined);
    return isUnsure ? of(executor, hashes) : found;
  };
