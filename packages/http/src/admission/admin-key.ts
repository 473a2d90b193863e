import { configureAdminKey, type Principal, type Sha256, webSha256 } from "@asbuilt/core";
import type { AppOptions } from "../environment.ts";
import { newSecurityLog } from "../security-log.ts";

/**
 * Makes the administrator's key of the configuration, unless it exists, and ends the key of its
 * earlier value. Returns who has the key; undefined without one.
 */
export async function applyAdminKey(
  options: Pick<AppOptions, "executor" | "adminKey" | "now" | "log" | "security" | "sha256">,
): Promise<Principal | undefined> {
  const { executor, adminKey, now, log } = options;
  if (adminKey === undefined) return undefined;
  const sha256: Sha256 = options.sha256 ?? webSha256;
  const made = await configureAdminKey(executor, await sha256(adminKey, "hex"), now);
  const { principal, ended, isUnusable } = made;
  const report = options.security ?? newSecurityLog(options);
  const { keyId, userId } = principal;
  for (const { id: endedKeyId, userId: endedUserId } of ended) {
    report({ kind: "key_replaced", keyId, userId, endedKeyId, endedUserId });
  }
  if (isUnusable) {
    log({
      level: "warn",
      message:
        "ASBUILT_ADMIN_KEY is a key that is revoked, expired, not an administrator's or of a " +
        "retired user. Nothing ends. Set another one.",
    });
  }
  return principal;
}
