import { configured, type OidcSettings, readOidc, type Targets } from "@asbuilt/http";

/** The variables and secrets of a deployment. */
export interface Variables {
  /** A libSQL server (libsql, https or http) instead of D1. A file, as used on Node, is ignored. */
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_AUTH_TOKEN?: string | undefined;
  /** `nearest`: what only reads may be answered by a replica of D1. */
  readonly ASBUILT_READS?: string | undefined;
  readonly ASBUILT_ADMIN_KEY?: string | undefined;
  /** 32 bytes as base64: the key that seals the change log. Without it nothing is sealed. */
  readonly ASBUILT_SEAL_KEY?: string | undefined;
  /** The public keys of earlier sealing keys, separated by commas. */
  readonly ASBUILT_TRUSTED_SEAL_KEYS?: string | undefined;
  /** The quotas of the rate limits that wrangler.jsonc binds, as text or as a number. */
  readonly ASBUILT_REQUESTS_PER_KEY?: string | number | undefined;
  readonly ASBUILT_REQUESTS_PER_ADDRESS?: string | number | undefined;
  readonly ASBUILT_FAILURES_PER_ADDRESS?: string | number | undefined;
  /** Origins whose pages may send requests from a browser, separated by commas; `*` is any. */
  readonly ASBUILT_CORS_ORIGINS?: string | undefined;
  /** The private networks that webhooks may call, as addresses in the form of a URL. */
  readonly ASBUILT_WEBHOOK_PRIVATE_TARGETS?: string | undefined;
  /** The maximum number of webhook calls per invocation; 300 by default. */
  readonly ASBUILT_WEBHOOK_CALLS?: string | number | undefined;
  /** The base URI of events. */
  readonly ASBUILT_EVENT_SOURCE?: string | undefined;
  /** The name of this plant. */
  readonly ASBUILT_PLANT?: string | undefined;
  /** The prefix of EPCIS identifiers. */
  readonly ASBUILT_EPCIS_BASE?: string | undefined;
  /** The IANA name of the plant's time zone; UTC by default. */
  readonly ASBUILT_TIME_ZONE?: string | undefined;
  /** The most hours that an operator can date what happened back; 72 by default. */
  readonly ASBUILT_BACKDATING_HOURS?: string | number | undefined;
  /** The most megabytes that the database can have; on D1 10,000 by default. */
  readonly ASBUILT_DATABASE_MB?: string | number | undefined;
  /** The days after which a key without its own expiry expires; never by default. */
  readonly ASBUILT_KEY_DAYS?: string | undefined;
  /** The minutes for which a person acts at a station; 15 by default. */
  readonly ASBUILT_ACT_MINUTES?: string | undefined;
  /** The minutes without a request after which a session ends; 30 by default. */
  readonly ASBUILT_SESSION_IDLE_MINUTES?: string | undefined;
  /** The hours after which a session ends anyway; 12 by default. */
  readonly ASBUILT_SESSION_HOURS?: string | undefined;
  /** The company's directory, an OpenID Connect provider, and the variables about it. */
  readonly ASBUILT_OIDC_ISSUER?: string | undefined;
  readonly ASBUILT_OIDC_CLIENT_ID?: string | undefined;
  readonly ASBUILT_OIDC_CLIENT_SECRET?: string | undefined;
  readonly ASBUILT_OIDC_REDIRECT_URI?: string | undefined;
  readonly ASBUILT_OIDC_SCOPES?: string | undefined;
  readonly ASBUILT_OIDC_AUDIENCE?: string | undefined;
  readonly ASBUILT_OIDC_ROLES?: string | undefined;
  readonly ASBUILT_OIDC_ROLES_CLAIM?: string | undefined;
  readonly ASBUILT_OIDC_NAME_CLAIM?: string | undefined;
  readonly ASBUILT_OIDC_LABEL?: string | undefined;
  /** `1` logs each request. */
  readonly ASBUILT_ACCESS_LOG?: string | undefined;
  /** `1` logs each read. */
  readonly ASBUILT_READ_LOG?: string | undefined;
}

/** The variables, parsed. */
export interface Configuration {
  readonly server: { readonly url: string; readonly authToken?: string } | undefined;
  /** Whether reads may be answered by replicas of D1. */
  readonly readsNearest: boolean;
  readonly adminKey: string | undefined;
  readonly oidc: OidcSettings | undefined;
  readonly sealKey: string | undefined;
  readonly trustedSealKeys: readonly string[];
  /** Requests per minute, the same as in the bindings of the limits. */
  readonly quotas: {
    readonly key: number | undefined;
    readonly address: number | undefined;
    readonly failures: number | undefined;
  };
  readonly corsOrigins: readonly string[];
  readonly eventSource: string | undefined;
  readonly targets: Targets;
  readonly webhookCallsMax: number;
  readonly plant: string | undefined;
  readonly epcisBase: string | undefined;
  readonly timeZone: string | undefined;
  readonly backdatingHours: number | undefined;
  readonly databaseMegabytes: number | undefined;
  readonly keyDays: number | undefined;
  readonly actMinutes: number | undefined;
  readonly sessionIdleMinutes: number | undefined;
  readonly sessionHours: number | undefined;
  readonly logsAccess: boolean;
  readonly logsReads: boolean;
}

/** The most megabytes of a database on D1, by its documentation. */
const d1Megabytes = 10_000;

const databaseUrl: configured.Form<string> = {
  rule: "libsql://, https:// or http://, and no user or password; unset, D1",
  // The client would print a URL with its user and password.
  read: (text) => (/^(?:libsql|https?|file):(?!\/\/[^/?#]*@)/.test(text) ? text : undefined),
};

const databaseToken: configured.Form<string> = {
  rule: "a text",
  read: (text) => text,
};

const reads: configured.Form<boolean> = {
  rule: "nearest: reads may be answered by the replicas of D1; unset, by its primary",
  read: (text) => text === "nearest" || undefined,
};

/** Reads the variables; an empty one counts as not set. Throws for a bad value. */
export function readVariables(variables: Variables): Configuration {
  const url = readBy(variables, "DATABASE_URL", databaseUrl);
  const authToken = readBy(variables, "DATABASE_AUTH_TOKEN", databaseToken);
  const isServer = url && !url.startsWith("file:");
  return {
    server: isServer ? { url, ...(authToken ? { authToken } : {}) } : undefined,
    readsNearest: readBy(variables, "ASBUILT_READS", reads) ?? false,
    adminKey: readBy(variables, "ASBUILT_ADMIN_KEY", configured.adminKey),
    oidc: oidcIn(variables),
    sealKey: readBy(variables, "ASBUILT_SEAL_KEY", configured.sealKey),
    trustedSealKeys: readBy(variables, "ASBUILT_TRUSTED_SEAL_KEYS", configured.publicKeys) ?? [],
    quotas: {
      key: quotaIn(variables, "ASBUILT_REQUESTS_PER_KEY"),
      address: quotaIn(variables, "ASBUILT_REQUESTS_PER_ADDRESS"),
      failures: quotaIn(variables, "ASBUILT_FAILURES_PER_ADDRESS"),
    },
    corsOrigins: readBy(variables, "ASBUILT_CORS_ORIGINS", configured.origins) ?? [],
    eventSource: readBy(variables, "ASBUILT_EVENT_SOURCE", configured.eventSource),
    targets: readBy(variables, "ASBUILT_WEBHOOK_PRIVATE_TARGETS", configured.privateTargets) ?? {
      networks: [],
    },
    webhookCallsMax: numberIn(variables, "ASBUILT_WEBHOOK_CALLS", "calls", 1) ?? 300,
    plant: readBy(variables, "ASBUILT_PLANT", configured.plant),
    epcisBase: readBy(variables, "ASBUILT_EPCIS_BASE", configured.epcisBase),
    timeZone: readBy(variables, "ASBUILT_TIME_ZONE", configured.timeZone),
    backdatingHours: numberIn(variables, "ASBUILT_BACKDATING_HOURS", "hours", 0),
    databaseMegabytes:
      numberIn(variables, "ASBUILT_DATABASE_MB", "megabytes", 1) ??
      (isServer ? undefined : d1Megabytes),
    keyDays: readBy(variables, "ASBUILT_KEY_DAYS", configured.keyDays),
    actMinutes: readBy(variables, "ASBUILT_ACT_MINUTES", configured.actMinutes),
    sessionIdleMinutes: readBy(
      variables,
      "ASBUILT_SESSION_IDLE_MINUTES",
      configured.sessionIdleMinutes,
    ),
    sessionHours: readBy(variables, "ASBUILT_SESSION_HOURS", configured.sessionHours),
    logsAccess: readBy(variables, "ASBUILT_ACCESS_LOG", configured.onOrOff) ?? false,
    logsReads: readBy(variables, "ASBUILT_READ_LOG", configured.onOrOff) ?? false,
  };
}

/** Returns the directory that the variables configure. Throws the first rule that one breaks. */
function oidcIn(variables: Variables): OidcSettings | undefined {
  const { settings, faults } = readOidc({ ...variables });
  const [first] = faults;
  if (first) throw new Error(`${first.name}: ${first.rule}.`);
  return settings;
}

/** Returns the value of a variable; undefined if it is not set. Throws its rule for a bad value. */
function readBy<Value>(
  variables: Variables,
  name: TextName,
  { rule, read }: configured.Form<Value>,
): Value | undefined {
  // In wrangler.jsonc it can be any JSON value.
  const given: unknown = variables[name] ?? "";
  if (given === "") return undefined;
  const value = typeof given === "string" ? read(given) : undefined;
  if (value === undefined) throw new Error(`${name}: ${rule}.`);
  return value;
}

type TextName = Exclude<keyof Variables, NumberName>;
type NumberName =
  | "ASBUILT_REQUESTS_PER_KEY"
  | "ASBUILT_REQUESTS_PER_ADDRESS"
  | "ASBUILT_FAILURES_PER_ADDRESS"
  | "ASBUILT_WEBHOOK_CALLS"
  | "ASBUILT_BACKDATING_HOURS"
  | "ASBUILT_DATABASE_MB";

function numberIn(
  variables: Variables,
  name: NumberName,
  unit: string,
  min: number,
): number | undefined {
  const text = String(variables[name] ?? "");
  if (text === "") return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= min) return Number(text);
  throw new Error(`${name}: a number of ${unit}.`);
}

/** Returns requests per minute; undefined for 0, which is no limit. */
const quotaIn = (variables: Variables, name: NumberName): number | undefined =>
  numberIn(variables, name, "requests per minute, or 0 for no limit", 0) || undefined;
