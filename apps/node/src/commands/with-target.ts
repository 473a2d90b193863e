import type { LogEntry } from "@asbuilt/http";
import { startCheckpoints } from "../service/checkpoints/checkpoints.ts";
import { readConfiguration } from "../configuration.ts";
import { requireFile } from "./configured-file.ts";
import {
  type DatabaseLocation,
  isFile,
  notOpened,
  type OpenDatabase,
  pathOf,
} from "../database/database.ts";
import { logger } from "../terminal/log.ts";
import { complain } from "../terminal/print.ts";
import { sealRest } from "../service/sealing/rest.ts";
import { readyDatabase } from "../service/setup.ts";
import { detailOf, embeddedTarget, remoteTarget, type Target } from "../import/target.ts";
import { UserError } from "../terminal/user-error.ts";

/** Which service a command speaks to: by default the one on the configured database. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** Works on the service at `--url`, or on the database at hand: a file must be there already. */
export const withExisting = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> => withTarget(options, work, { isExisting: true });

/** The same, once all that a database at hand holds is sealed. */
export const withSealed = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> => withTarget(options, work, { isExisting: true, isSealed: true });

/** The same for what loads: a database at hand is migrated, and seeded `base` if it is empty. */
export const withLoading = <Result>(
  options: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> =>
  withTarget(options, async (target, local) => {
    const load = () => work(target);
    if (!local) return load();
    const stopCheckpoints = startCheckpoints(local.location, local.log);
    try {
      return await local.database.load(load);
    } finally {
      await stopCheckpoints();
    }
  });

/** What a database at hand has to be before it is worked on. */
interface Needed {
  readonly isExisting?: true;
  readonly isSealed?: true;
}

/** A database at hand. */
interface Local {
  readonly database: OpenDatabase;
  readonly location: DatabaseLocation;
  readonly log: (entry: LogEntry) => void;
}

async function withTarget<Result>(
  { url, key }: TargetOptions,
  work: (target: Target, local?: Local) => Promise<Result>,
  { isExisting, isSealed }: Needed = {},
): Promise<Result> {
  const configuration = readConfiguration(process.env);
  if (url !== undefined) {
    return work(remoteTarget(requireUrl(url), requireKey(key ?? configuration.adminKey)));
  }
  if (key !== undefined) throw new UserError("--key is for a service at --url.", 2);
  const { database: location } = configuration;
  if (isExisting && isFile(location.url)) requireFile(pathOf(location.url));
  const log = logger(configuration.logLevel);
  const database = await readyDatabase(configuration, "base", log);
  try {
    const target = await embeddedTarget(database, log).catch((error) => {
      throw notOpened(location.url, error);
    });
    if (isSealed) await sealRest(configuration, database);
    return await work(target, { database, location, log });
  } finally {
    // No service may come for long that seals what was written here.
    const unsealed = await sealRest(configuration, database);
    if (unsealed !== undefined) complain(unsealed);
    database.close();
  }
}

function requireUrl(url: string): string {
  if (/^https?:\/\/[^/]/.test(url) && URL.canParse(url)) return url;
  throw new UserError("--url: an http(s):// address, such as http://127.0.0.1:3000", 2);
}

function requireKey(key: string | undefined): string {
  if (key === undefined) {
    throw new UserError("--url needs --key KEY, or ASBUILT_ADMIN_KEY in the environment.", 2);
  }
  // Anything else can't stand in a header.
  if (/^[\u0021-\u007e]+$/.test(key)) return key;
  throw new UserError("--key: printable ASCII without spaces", 2);
}

/** Sends a request; a refusal is printed, and answered as undefined. */
export async function ask<Answer>(
  target: Target,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer | undefined> {
  const response = await target.send({ method, path, body: JSON.stringify(body) });
  // The contract says what these routes answer; the client's types are of another package.
  if (response.ok) return (await response.json()) as Answer;
  complain(await detailOf(response));
  return undefined;
}
