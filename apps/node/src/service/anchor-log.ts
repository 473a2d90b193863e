import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { newestSeal } from "@asbuilt/core";
import type { Executor } from "@asbuilt/core/database";
import { type LogEntry, toAnchorRecord } from "@asbuilt/http";
import { syncToDisk } from "../database/file-copy.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { repeat } from "./background.ts";

/** How often the newest seal is logged, if it is a new one. */
const anchorEveryMs = 60_000;

/** The anchor log of a service: a file that another program carries to another machine. */
export interface AnchorLogOptions {
  /** Undefined if none is configured. */
  readonly path: string | undefined;
  readonly executor: Executor;
  readonly log: (entry: LogEntry) => void;
  /** A minute by default. */
  readonly everyMs?: number | undefined;
}

/** Throws a UserError if a configured file can't be an anchor log. Creates it if there is none. */
export async function requireAnchorLog(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  try {
    await withLog(path, async (file) => {
      if (!(await file.stat()).isFile()) throw new Error("it is not a file");
      const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
      // Appending to a database, for example, would damage it.
      if (bytesRead > 0 && buffer[0] !== lineStart) throw new Error("it is not an anchor log");
    });
  } catch (error) {
    throw new UserError(`ASBUILT_ANCHOR_LOG: ${path} can't be written: ${errorLineOf(error)}`);
  }
}

/**
 * Appends the newest seal to a file: now, every minute if it is a new one, and at the end. Returns a
 * function that ends this. Logs the first of several failures; the next time tries again.
 */
export function startAnchorLog(options: AnchorLogOptions): () => Promise<void> {
  const { path, executor, log, everyMs = anchorEveryMs } = options;
  if (path === undefined) return () => Promise.resolve();
  let written: string | undefined;
  let isFailing = false;
  const write = async () => {
    const anchor = toAnchorRecord(await newestSeal(executor));
    if (anchor && anchor.hash !== written) {
      await appendLine(path, JSON.stringify({ at: new Date().toISOString(), anchor }));
      written = anchor.hash;
    }
    if (isFailing) log({ level: "info", message: "The anchor log is written again.", path });
    isFailing = false;
  };
  const onError = (error: unknown) => {
    if (!isFailing)
      log({ level: "error", message: "The anchor log was not written.", path, error });
    isFailing = true;
  };
  const stop = repeat(everyMs, write, onError);
  return async () => {
    await stop();
    await write().catch(onError);
  };
}

type LogFile = Awaited<ReturnType<typeof open>>;

/** Opens the file each time, so that it can be renamed in between. */
async function withLog<Result>(
  path: string,
  work: (file: LogFile) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, "a+");
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const lineStart = "{".charCodeAt(0);
const lineEnd = "\n".charCodeAt(0);

/** Appends a line to a file. It is on disk when this resolves. */
async function appendLine(path: string, line: string): Promise<void> {
  await withLog(path, async (file) => {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1, lineEnd), 0, 1, Math.max(0, size - 1));
    // A full disk or a kill can cut off a line. The next one must not continue it.
    const isCutOff = buffer[0] !== lineEnd;
    await file.appendFile(`${isCutOff ? "\n" : ""}${line}\n`);
    await file.sync();
    if (size === 0) syncToDisk(dirname(path));
  });
}
