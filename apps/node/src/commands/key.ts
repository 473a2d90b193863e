import { print } from "../terminal/messages.ts";
import { requestJson, type TargetOptions, withExisting } from "./with-target.ts";

/** The input of a new key. */
export interface KeyToCreate {
  readonly user: string;
  readonly role: string;
  readonly name: string;
  readonly expires?: string | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly systems?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
}

const optionOfField = {
  user: "--user",
  role: "--role",
  name: "--name",
  expiresAt: "--expires",
  addresses: "--addresses",
  externalSystems: "--systems",
  operations: "--operations",
};

/** `asbuilt key create`: prints the new key, which is never shown again. */
export const runKeyCreate = (options: TargetOptions & KeyToCreate): Promise<number> =>
  withExisting(options, async (target) => {
    const { user, role, name, expires: expiresAt, operations } = options;
    // Networks that are quoted together are one word of the command line.
    const addresses = options.addresses?.flatMap((given) => given.trim().split(/\s+/));
    const bounds = { addresses, externalSystems: options.systems, operations };
    // JSON leaves out what is undefined.
    const body = { name, user, role, expiresAt, ...bounds };
    const path = "/api/ApiKey/Create";
    const made = await requestJson<{ key: string }>(target, "POST", path, body, optionOfField);
    if (!made) return 1;
    print(made.key);
    return 0;
  });

interface KeyRecord {
  readonly id: number;
  readonly name: string;
  readonly user: string;
  readonly role: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt?: string | null;
  readonly addresses?: readonly string[] | null;
  readonly externalSystems?: readonly string[] | null;
  readonly operations?: readonly string[] | null;
}

/** Returns what a key is bound to, by the options that have bound it. */
const boundsOf = ({ addresses, externalSystems: systems, operations }: KeyRecord) =>
  Object.entries({ addresses, systems, operations }).flatMap(([name, values]) =>
    values ? `${name} ${values.join(" ")}` : [],
  );

/** `asbuilt key list`: prints a line for each key. The secrets are stored nowhere. */
export const runKeyList = (options: TargetOptions): Promise<number> =>
  withExisting(options, async (target) => {
    const keys = await requestJson<KeyRecord[]>(target, "POST", "/api/ApiKey/List", {});
    if (!keys) return 1;
    for (const key of keys) {
      const { id, role, user, name, expiresAt, revokedAt, lastUsedAt } = key;
      const state = revokedAt ? `revoked ${revokedAt}` : `expires ${expiresAt ?? "never"}`;
      print(String(id), role, user, name, state, `used ${lastUsedAt ?? "never"}`, ...boundsOf(key));
    }
    return 0;
  });

/** `asbuilt key revoke ID`: the key is refused from the next request on. */
export const runKeyRevoke = (id: number, options: TargetOptions): Promise<number> =>
  withExisting(options, async (target) => {
    const revoked = await requestJson<KeyRecord>(target, "PUT", "/api/ApiKey/Revoke", { id });
    if (!revoked) return 1;
    print(`Key ${id} (${revoked.name}) is revoked.`);
    return 0;
  });
