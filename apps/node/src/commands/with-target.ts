import { readConfiguration } from "../configuration.ts";
import { logger } from "../log.ts";
import { readyDatabase } from "../setup.ts";
import { embeddedTarget, remoteTarget, type Target } from "../target.ts";

/** Which service a command speaks to: by default the one on the configured database. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/**
 * Works on the service at `--url`, or on the database at hand, which is migrated and seeded `base`
 * if it is empty.
 */
export async function withTarget<Result>(
  { url, key }: TargetOptions,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  const configuration = readConfiguration(process.env);
  if (url !== undefined) {
    const { adminKey } = configuration;
    return work(remoteTarget(url, requireKey(key ?? adminKey)));
  }
  const log = logger(configuration.logLevel);
  const database = await readyDatabase(configuration, "base", log);
  try {
    return await work(await embeddedTarget(database, log));
  } finally {
    database.close();
  }
}

function requireKey(key: string | undefined): string {
  if (key !== undefined) return key;
  throw new Error("--url needs --key KEY, or ASBUILT_ADMIN_KEY in the environment.");
}
