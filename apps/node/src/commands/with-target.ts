import type { LogEntry } from "@asbuilt/http";
import { readEnvironment } from "../configuration.ts";
import type { OpenDatabase } from "../database/database.ts";
import {
  type DatabaseLocation,
  filePathOf,
  isFile,
  openError,
  requireWriteAccess,
} from "../database/location.ts";
import { embeddedTarget, problemOf, remoteTarget, type Target } from "../import/target.ts";
import { startCheckpoints } from "../service/checkpoints/checkpoints.ts";
import { anchorStoreOf } from "../service/sealing/kept-anchor.ts";
import { sealRest } from "../service/sealing/rest.ts";
import { requireLastSealer } from "../service/sealing/sealing.ts";
import { readyDatabase } from "../service/setup.ts";
import { newLog } from "../terminal/log.ts";
import { complain, print, UserError } from "../terminal/messages.ts";
import { requireFile } from "./configured-file.ts";

/** The service that a command uses: by default one on the configured database. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** Runs work on the service at `--url`, or on the local database. A file must already exist. */
export const withExisting = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> => withTarget(options, work, { isExisting: true });

/** Does the same after sealing the change log of a local database. */
export const withSealed = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> => withTarget(options, work, { isExisting: true, isSealed: true });

/** Does work for a load: a local database is migrated, and an empty one seeded with `base`. */
export const withLoading = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> =>
  withTarget(options, (target, local) =>
    withCheckpoints(local, () => (local ? local.database.load(() => work(target)) : work(target))),
  );

/** Does the same for work that can last. Each of its commits waits for the disk. */
export const withLasting = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> =>
  withTarget(options, (target, local) => withCheckpoints(local, () => work(target)), {
    isExisting: true,
  });

/** Does work on a local database while a thread checkpoints its log. */
async function withCheckpoints<Result>(
  local: LocalDatabase | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!local) return work();
  const stopCheckpoints = startCheckpoints(local.location, local.log);
  try {
    return await work();
  } finally {
    await stopCheckpoints();
  }
}

/** The requirements on a local database before the work. */
interface Requirements {
  readonly isExisting?: true;
  readonly isSealed?: true;
}

/** A local database. */
interface LocalDatabase {
  readonly database: OpenDatabase;
  readonly location: DatabaseLocation;
  readonly log: (entry: LogEntry) => void;
}

async function withTarget<Result>(
  { url, key }: TargetOptions,
  work: (target: Target, local?: LocalDatabase) => Promise<Result>,
  { isExisting, isSealed }: Requirements = {},
): Promise<Result> {
  const configuration = readEnvironment(process.env);
  if (url !== undefined) {
    return work(
      remoteTarget(requireUrlOption(url), requireKeyOption(key ?? configuration.adminKey)),
    );
  }
  if (key !== undefined) throw new UserError("--key is for a service at --url.", 2);
  const { database: location, timeZone } = configuration;
  if (!isExisting) requireWriteAccess(location);
  else if (isFile(location.url)) requireFile(filePathOf(location.url));
  const log = newLog(configuration.logLevel);
  // A command that needs a database can print what another program reads.
  const onNew = (created: string) => {
    if (!isExisting) print(`A new database was created: ${created}`);
  };
  const database = await readyDatabase(configuration, "base", log, {
    onNew,
    check: (executor) => requireLastSealer(configuration, executor),
  });
  try {
    const anchorStore = await anchorStoreOf(configuration, database.executor);
    const { keyDays } = configuration;
    const options = { log, timeZone, keyDays, anchorStore };
    const target = await embeddedTarget(database, options).catch((error) => {
      throw openError(location.url, error);
    });
    if (isSealed) await sealRest(configuration, database);
    return await work(target, { database, location, log });
  } finally {
    // It can take long until a service runs that would seal the new rows.
    const unsealed = await sealRest(configuration, database);
    if (unsealed !== undefined) complain(unsealed);
    database.close();
  }
}

/** Returns the address of an option. Throws a UserError if it is none. */
export function requireUrlOption(url: string, option = "--url"): string {
  if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return url;
  throw new UserError(`${option}: an http(s):// address, such as http://127.0.0.1:3000`, 2);
}

function requireKeyOption(key: string | undefined): string {
  if (key === undefined) {
    throw new UserError("--url needs --key KEY, or ASBUILT_ADMIN_KEY in the environment.", 2);
  }
  // A header can't contain anything else.
  if (/^[\u0021-\u007e]+$/.test(key)) return key;
  throw new UserError("--key: printable ASCII without spaces", 2);
}

/** The options of a command by the fields that they become. */
type OptionOfField = Readonly<Record<string, string>>;

/**
 * Sends a request and returns the response's body. Prints a refusal and returns undefined. A field that
 * breaks a rule is named as the option that it comes from, with its value.
 */
export async function requestJson<Body>(
  target: Target,
  method: string,
  path: string,
  body: object,
  optionOfField: OptionOfField = {},
): Promise<Body | undefined> {
  const text = await requestText(target, method, path, body, optionOfField);
  // The contract defines these bodies; the client's types are in another package.
  return text === undefined ? undefined : (JSON.parse(text) as Body);
}

/** Does the same, and returns the body as it was sent. */
export async function requestText(
  target: Target,
  method: string,
  path: string,
  body: object,
  optionOfField: OptionOfField = {},
): Promise<string | undefined> {
  const response = await target.send({ method, path, body: JSON.stringify(body) });
  if (response.ok) return response.text();
  const { detail, errors = [] } = await problemOf(response);
  const lines = errors.map((error) => {
    const place = optionAt(error.pointer, body, optionOfField) ?? error.pointer;
    return `${place}: ${error.detail}`;
  });
  for (const line of lines.length > 0 ? lines : [detail]) complain(line);
  return undefined;
}

/** Returns the option, with its value, that a JSON pointer into a body leads to. */
function optionAt(pointer: string, body: object, optionOfField: OptionOfField): string | undefined {
  const [, field = "", index = ""] = pointer.split("/");
  const option = optionOfField[field];
  if (option === undefined) return undefined;
  const sent: unknown = Object.entries(body).find(([name]) => name === field)?.[1];
  const value: unknown = Array.isArray(sent) && index !== "" ? sent[Number(index)] : sent;
  return typeof value === "string" && value !== "" ? `${option} ${value}` : option;
}
