import { existsSync } from "node:fs";
import type { LogEntry } from "@asbuilt/http";
import { type GreetingKey, greetingOf } from "@asbuilt/http/greeting";
import { readEnvironment } from "../configuration.ts";
import {
  type DatabaseLocation,
  filePathOf,
  isFile,
  realPathOf,
  requireWriteAccess,
} from "../database/location.ts";
import { ownCommand } from "../place.ts";
import { type Service, startService } from "../service/serve.ts";
import { keyFileKeeper } from "../service/key-file.ts";
import { requireLastSealer } from "../service/sealing/sealing.ts";
import { firstKey, hasDemo, readyDatabase } from "../service/setup.ts";
import { endUnread, newLog } from "../terminal/log.ts";

export interface ServeOptions {
  readonly demo?: boolean | undefined;
}

/**
 * `asbuilt serve`: migrates, seeds an empty database, and serves. Stops on a signal, or when it can
 * no longer write to the database safely.
 */
export async function serve({ demo }: ServeOptions): Promise<void> {
  const environment = demo ? { ...process.env, ASBUILT_SEED: "demo" } : process.env;
  const configuration = readEnvironment(environment);
  const { adminKey, seed, logLevel } = configuration;
  const log = newLog(logLevel);
  requireWriteAccess(configuration.database);
  let created: string | undefined;
  const database = await readyDatabase(configuration, seed, log, {
    onNew: (name) => {
      created = name;
    },
    check: (executor) => requireLastSealer(configuration, executor),
  });
  let service: Service | undefined;
  try {
    database.requireWritable();
    service = await startService(configuration, database);
    // A start that fails says nothing but why.
    if (created !== undefined) {
      log({ level: "info", message: "A new database was created.", database: created });
    }
    const stop = stopOnSignal(service.stop);
    void stopWhenUnfit(service, log, stop);
    const keyFile = adminKeyFileOf(configuration.database);
    // Created after it listens: a failed start would lose a key that was never printed.
    const isPrinted = keyFile === undefined || process.stdout.isTTY;
    const keeper = keyFile === undefined ? undefined : keyFileKeeper(keyFile);
    const made = adminKey === undefined ? await firstKey(database, keeper, isPrinted) : undefined;
    const toPrint = isPrinted ? made : undefined;
    const key =
      adminKey === undefined ? createdKey(toPrint, keyFile) : configuredKey("ASBUILT_ADMIN_KEY");
    const isDemo = seed === "demo" && (await hasDemo(database));
    const lost =
      toPrint === undefined ? "" : ", nor its key. Create another with: asbuilt key create";
    // Other commands end without standard output; a service continues.
    process.stdout.removeAllListeners("error").on("error", (error) => {
      log({ level: "error", message: `The greeting could not be printed${lost}`, error });
    });
    process.stdout.write(greetingOf(service.address, key, isDemo));
  } catch (error) {
    await (service ? service.stop() : database.close());
    throw error;
  }
}

/** Stops on a signal. Returns a function that stops without one. */
function stopOnSignal(stop: () => Promise<void>): () => void {
  let stopping: Promise<void> | undefined;
  // A terminal and a parent process can both forward the signal: one stop is enough.
  const stopOnce = () => {
    stopping ??= stop().then(endUnread);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stopOnce);
  return stopOnce;
}

async function stopWhenUnfit(
  { unfit }: Service,
  log: (entry: LogEntry) => void,
  stop: () => void,
): Promise<void> {
  const reason = await unfit;
  log({ level: "error", message: `${reason}: this service stops.` });
  process.exitCode = 1;
  stop();
}

const configuredKey = (variable: string): GreetingKey => ({
  description: `the value of ${variable}`,
  inShell: `$${variable}`,
});

const createAnother = `${ownCommand} key create --user Administrator --role operator --name shell`;

function createdKey(key: string | undefined, file: string | undefined): GreetingKey {
  if (key !== undefined) {
    return { description: `${key}  (an administrator's, printed only now)`, inShell: key };
  }
  if (file !== undefined && existsSync(file)) {
    return { description: `in ${file}  (an administrator's)`, inShell: `$(cat "${file}")` };
  }
  return {
    description: `the one that the first start printed, or a new one:

  export ASBUILT_KEY=$(${createAnother})`,
    inShell: "$ASBUILT_KEY",
  };
}

/**
 * Returns the file that the first key is written to, next to a database file, if no terminal shows
 * the output: a log would keep the key where others read it.
 */
const adminKeyFileOf = ({ url }: DatabaseLocation): string | undefined =>
  isFile(url) ? `${realPathOf(filePathOf(url))}.admin-key` : undefined;
