import { PinRefusal } from "@asbuilt/core";
import type { Context } from "hono";
import { keyIn } from "./admission/credential.ts";
import type { AppSettings, Environment } from "./environment.ts";
import { requestFacts } from "./request-log.ts";
import { isRefusal } from "./response/problem.ts";
import type { SecurityKind } from "./security-log.ts";

/** The refusals that concern security. */
const kinds: Readonly<Record<string, SecurityKind>> = {
  unauthorized: "key_refused",
  forbidden: "role_refused",
  cross_site: "cross_site_refused",
  other_user: "cross_site_refused",
  key_bound: "bound_refused",
  pin_refused: "pin_refused",
  pin_locked: "pin_locked",
  rate_limited: "rate_limited",
};

/** Characters of a key that show which kind of key it is, and of a key that is long enough. */
const prefixLength = 6;
const keyLengthMin = 24;

const prefixOf = (key: string | undefined) =>
  key !== undefined && key.length >= keyLengthMin ? key.slice(0, prefixLength) : undefined;

/** Reports a refusal to the security log if it concerns security. */
export function reportRefusal(
  error: unknown,
  c: Context<Environment>,
  { requestId, options }: { readonly requestId: string; readonly options: AppSettings },
): void {
  if (!isRefusal(error) || !("code" in error)) return;
  const kind = kinds[error.code];
  if (kind === undefined) return;
  const reason = error.message;
  // Of a key that is valid, no line has any part.
  const keyPrefix =
    kind === "key_refused" ? prefixOf(keyIn(c.req.header("Authorization"))) : undefined;
  // Whose PIN was tried.
  const ofUserId = error instanceof PinRefusal ? error.userId : undefined;
  const facts = {
    reason,
    ...(keyPrefix !== undefined && { keyPrefix }),
    ...(ofUserId !== undefined && { ofUserId }),
  };
  const report = c.get("report");
  if (report) {
    report(kind, facts);
  } else {
    const address = options.limits?.addressOf(c) || undefined;
    const { path, traceId } = requestFacts(c);
    options.security({ kind, address, requestId, traceId, path, ...facts });
  }
}
