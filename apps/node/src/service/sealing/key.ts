import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type SealingKey, sealingKeyOf, trustedKeys } from "@asbuilt/core";
import { type DatabaseLocation, isFile, pathOf } from "../../database/database.ts";
import { toDisk } from "../../database/file-copy.ts";
import { realPathOf } from "../../database/real-path.ts";
import { reasonOf, UserError } from "../../terminal/user-error.ts";

/** Where the sealing key of a database comes from: the configuration, else a file beside it. */
export interface SealingConfiguration {
  readonly database: DatabaseLocation;
  readonly sealKey: string | undefined;
  readonly trustedSealKeys: readonly string[];
}

/**
 * The file that holds the key where the configuration has none, the same whichever link leads to
 * the database; a server's database has none.
 */
const keyFileOf = ({ url }: DatabaseLocation): string | undefined =>
  isFile(url) ? `${realPathOf(pathOf(url))}.seal-key` : undefined;

/**
 * The secret of the key by which a database is sealed, made at the first start. Undefined where
 * there is none: the database is on a server, and ASBUILT_SEAL_KEY is not set.
 */
export function sealingSecret({ database, sealKey }: SealingConfiguration): string | undefined {
  if (sealKey !== undefined) return sealKey;
  const file = keyFileOf(database);
  if (file === undefined) return undefined;
  try {
    if (!existsSync(file)) makeKeyFile(file);
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    throw new UserError(`${file}: the sealing key can't be read: ${reasonOf(error)}`);
  }
}

/** Made whole beside it first: of two processes that start at once, both take the first one's. */
function makeKeyFile(file: string): void {
  const making = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(making, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(making, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(making);
  }
  // Before anything is sealed by it: a key that a power cut takes away can't be made again.
  toDisk(dirname(file));
}

/** Whether there is a key of this database by now. */
export function hasKey({ database, sealKey }: SealingConfiguration): boolean {
  const file = keyFileOf(database);
  return sealKey !== undefined || (file !== undefined && existsSync(file));
}

/** The public keys that may have sealed a database; undefined where any may have. */
export async function trustedKeysOf(
  configuration: SealingConfiguration,
): Promise<readonly string[] | undefined> {
  return trustedKeys(await ownKey(configuration), configuration.trustedSealKeys);
}

/**
 * Throws a UserError unless a database is to be sealed by the key that sealed it last, or that one
 * is trusted. By another alone, nobody could restore what was backed up before.
 */
export async function requireSealer(
  sealer: string,
  configuration: SealingConfiguration,
): Promise<void> {
  const where = placeOf(configuration);
  if (where === undefined || configuration.trustedSealKeys.includes(sealer)) return;
  const own = await ownKey(configuration);
  if (own?.publicKey === sealer) return;
  throw new UserError(
    `${where}: the record is sealed by ${sealer}, and ` +
      `${own ? "this is another key" : "there is no such file"}: put that key back, or have ` +
      `${sealer} in ASBUILT_TRUSTED_SEAL_KEYS to go on with another`,
  );
}

/** The key of a database; undefined where there is none yet, and none is made. */
async function ownKey(configuration: SealingConfiguration): Promise<SealingKey | undefined> {
  const secret = hasKey(configuration) ? sealingSecret(configuration) : undefined;
  return secret === undefined ? undefined : keyOf(secret, configuration);
}

/** Where the key of a database stands, or would; undefined where it can stand nowhere. */
const placeOf = ({ database, sealKey }: SealingConfiguration): string | undefined =>
  sealKey === undefined ? keyFileOf(database) : "ASBUILT_SEAL_KEY";

/** The key of a secret; throws a UserError that says where a bad one stands. */
export async function keyOf(
  secret: string,
  configuration: SealingConfiguration,
): Promise<SealingKey> {
  try {
    return await sealingKeyOf(secret);
  } catch {
    throw new UserError(`${placeOf(configuration)}: a sealing key is 32 bytes as base64.`);
  }
}
