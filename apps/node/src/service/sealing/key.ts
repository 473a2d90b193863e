import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type SealingKey, sealingKeyOf, trustedKeys } from "@asbuilt/core";
import { whyNotReadable } from "../../database/access.ts";
import { syncToDisk } from "../../database/file-copy.ts";
import { type DatabaseLocation, filePathOf, isFile, realPathOf } from "../../database/location.ts";
import { partPathOf, partsOf } from "../../database/part-path.ts";
import { errorLineOf, UserError } from "../../terminal/messages.ts";

/** The source of a database's sealing key: the configuration, else a file next to the database. */
export interface SealingConfiguration {
  readonly database: DatabaseLocation;
  readonly sealKey: string | undefined;
  readonly trustedSealKeys: readonly string[];
  /** The path of the kept anchor; if undefined, it is next to a database file. */
  readonly keptAnchor?: string | undefined;
}

/**
 * Returns the path of the key file, which is used if the configuration has no key. All links to a
 * database lead to the same key file. A server's database has none.
 */
const keyFileOf = ({ url }: DatabaseLocation): string | undefined =>
  isFile(url) ? `${realPathOf(filePathOf(url))}.seal-key` : undefined;

/**
 * Returns the secret of a database's sealing key, which is created at the first start. Undefined if
 * the database is on a server and ASBUILT_SEAL_KEY is not set.
 */
export function sealingSecret({ database, sealKey }: SealingConfiguration): string | undefined {
  if (sealKey !== undefined) return sealKey;
  const file = keyFileOf(database);
  if (file === undefined) return undefined;
  try {
    if (!existsSync(file)) createKeyFile(file);
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const reason = whyNotReadable(file) ?? errorLineOf(error);
    throw new UserError(`${file}: the sealing key can't be read: ${reason}`);
  }
}

/** Creates a key file. If two processes start together, both use the first one's complete file. */
function createKeyFile(file: string): void {
  const part = partPathOf(file);
  writeFileSync(part, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(part, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
  // Before the first seal: a key that is lost in a power cut can't be created again.
  syncToDisk(dirname(file));
}

/** Removes what a start has left beside the key file that was killed while it made the key. */
export function removeKeyParts(configuration: SealingConfiguration): void {
  const file = keyFileInUse(configuration);
  for (const part of file === undefined ? [] : partsOf(file)) rmSync(part, { force: true });
}

/** Returns the key file that is used; undefined if the key is elsewhere, or not created yet. */
export function keyFileInUse({
  database,
  sealKey,
}: Pick<SealingConfiguration, "database" | "sealKey">): string | undefined {
  const file = sealKey === undefined ? keyFileOf(database) : undefined;
  return file !== undefined && existsSync(file) ? file : undefined;
}

/** Returns whether this database has a key yet. */
export const hasKey = (configuration: SealingConfiguration): boolean =>
  configuration.sealKey !== undefined || keyFileInUse(configuration) !== undefined;

/** Returns the public keys whose seals are accepted; undefined if all are. */
export async function trustedKeysOf(
  configuration: SealingConfiguration,
): Promise<readonly string[] | undefined> {
  return trustedKeys(await ownKey(configuration), configuration.trustedSealKeys);
}

/**
 * Throws a UserError unless the database's key is the one that sealed it last, or that one is
 * trusted. With an unrelated key, no earlier backup could be restored.
 */
export async function requireSealer(
  sealer: string,
  configuration: SealingConfiguration,
): Promise<void> {
  const source = keySourceOf(configuration);
  if (source === undefined || configuration.trustedSealKeys.includes(sealer)) return;
  const own = await ownKey(configuration);
  if (own?.publicKey === sealer) return;
  throw new UserError(
    `${source}: the change log is sealed by ${sealer}, and ` +
      `${own ? "this is another key" : "there is no such file"}: put that key back, or add ` +
      `${sealer} to ASBUILT_TRUSTED_SEAL_KEYS to continue with another`,
  );
}

/** Returns the key of a database; undefined if there is none yet. Creates none. */
async function ownKey(configuration: SealingConfiguration): Promise<SealingKey | undefined> {
  const secret = hasKey(configuration) ? sealingSecret(configuration) : undefined;
  return secret === undefined ? undefined : sealingKeyFrom(secret, configuration);
}

/** Returns the variable or file of a database's key; undefined if it can have none. */
const keySourceOf = ({ database, sealKey }: SealingConfiguration): string | undefined =>
  sealKey === undefined ? keyFileOf(database) : "ASBUILT_SEAL_KEY";

/** Returns the key of a secret. Throws a UserError that names the source of a bad one. */
export async function sealingKeyFrom(
  secret: string,
  configuration: SealingConfiguration,
): Promise<SealingKey> {
  try {
    return await sealingKeyOf(secret);
  } catch {
    throw new UserError(`${keySourceOf(configuration)}: a sealing key is 32 bytes as base64.`);
  }
}
