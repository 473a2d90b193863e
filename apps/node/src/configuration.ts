import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import {
  canonicalSpelling,
  configured,
  nearestTo,
  type OidcSettings,
  oidcVariables,
  readOidc,
  type Targets,
} from "@asbuilt/http";
import { z } from "zod";
import { whyNotReadable } from "./database/access.ts";
import { type DatabaseLocation, isFile } from "./database/location.ts";
import { proxiesOf, type TrustedProxies } from "./http-server/client-address.ts";
import { defaultDatabaseFile } from "./place.ts";
import { errorLineOf, UserError } from "./terminal/messages.ts";

const databaseRule =
  "file:PATH, or a libsql://, http(s):// or ws(s):// address without a user or password";

const replicasRule =
  "libsql://, http(s):// or ws(s):// addresses of replicas, without a user or password, between commas";

const portRule = "a whole number from 0 to 65535 (0 takes any free port)";
const portForm = z
  .string()
  .regex(/^\d{1,5}$/, portRule)
  .transform(Number)
  .refine((number) => number <= 65_535, portRule);

const limitFormOf = (what: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number of ${what}, or 0 for no limit`)
    .transform((text) => Number(text) || undefined);
const quotaForm = limitFormOf("requests per minute");
const connectionsForm = limitFormOf("connections");

const hoursRule = "a whole number of hours; 0 lets an operator date nothing back";
const hoursForm = z
  .string()
  .regex(/^\d{1,9}$/, hoursRule)
  .transform(Number);

/** Returns the schema of a variable of this form. */
const formOf = <Value>({ rule, read }: configured.Form<Value>) =>
  z.string().transform((text, check) => {
    const value = read(text);
    if (value === undefined) check.addIssue(rule);
    return value ?? z.NEVER;
  });

const metricsRule =
  "a port from 1 to 65535, or an address with a port, such as 127.0.0.1:9464 or [::1]:9464";
const metricsForm = z.string().transform((text, check) => {
  const [, v6, v4, port] = /^(?:\[(.+)\]:|([\d.]+):)?(\d{1,5})$/.exec(text) ?? [];
  const host = v6 ?? v4 ?? "127.0.0.1";
  const isAddress = isIP(host) === (v6 === undefined ? 4 : 6);
  if (isAddress && Number(port) >= 1 && Number(port) <= 65_535) return { host, port: Number(port) };
  check.addIssue(metricsRule);
  return z.NEVER;
});

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

const environment = z.object({
  // Their rules concern several of them together.
  ...Object.fromEntries(oidcVariables.map((name) => [name, z.string().optional()])),
  PORT: portForm.default(3000),
  HOST: z.string().regex(/^\S+$/, "an address of this machine").default("127.0.0.1"),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, databaseRule)
    .default(`file:${defaultDatabaseFile}`),
  DATABASE_AUTH_TOKEN: z.string().regex(/^\S+$/, "a token, without spaces").optional(),
  ASBUILT_READ_URL: z
    .string()
    .transform((text) => text.split(",").map((url) => url.trim()))
    .refine((urls) => urls.every((url) => isDatabaseUrl(url) && !isFile(url)), replicasRule)
    .default([]),
  ASBUILT_ADMIN_KEY: formOf(configured.adminKey).optional(),
  ASBUILT_FROM_KEY: z
    .string()
    .regex(/^[!-~]+$/, "printable ASCII without spaces")
    .optional(),
  ASBUILT_SEAL_KEY: formOf(configured.sealKey).optional(),
  ASBUILT_TRUSTED_SEAL_KEYS: formOf(configured.publicKeys).default([]),
  ASBUILT_ANCHOR_LOG: z.string().optional(),
  ASBUILT_KEPT_ANCHOR: z.string().optional(),
  ASBUILT_ATTACHMENTS: z.string().optional(),
  ASBUILT_SEED: z.enum(["base", "demo"], { error: "base or demo" }).default("base"),
  ASBUILT_REQUESTS_PER_KEY: quotaForm.optional(),
  ASBUILT_REQUESTS_PER_ADDRESS: quotaForm.optional(),
  // A prefault, as text: a default would also replace the undefined that 0 is parsed to.
  ASBUILT_FAILURES_PER_ADDRESS: quotaForm.prefault("20"),
  ASBUILT_CONNECTIONS_PER_ADDRESS: connectionsForm.prefault("256"),
  ASBUILT_TRUST_PROXY: formOf({ rule: configured.privateTargets.rule, read: proxiesOf }).optional(),
  ASBUILT_CORS_ORIGINS: formOf(configured.origins).default([]),
  ASBUILT_WEBHOOK_PRIVATE_TARGETS: formOf(configured.privateTargets).default({ networks: [] }),
  ASBUILT_EVENT_SOURCE: formOf(configured.eventSource).optional(),
  ASBUILT_PLANT: formOf(configured.plant).optional(),
  ASBUILT_EPCIS_BASE: formOf(configured.epcisBase).optional(),
  ASBUILT_TIME_ZONE: formOf(configured.timeZone).default("UTC"),
  ASBUILT_BACKDATING_HOURS: hoursForm.optional(),
  ASBUILT_DATABASE_MB: formOf(configured.databaseMegabytes).optional(),
  ASBUILT_KEY_DAYS: formOf(configured.keyDays).optional(),
  ASBUILT_ACT_MINUTES: formOf(configured.actMinutes).optional(),
  ASBUILT_SESSION_IDLE_MINUTES: formOf(configured.sessionIdleMinutes).optional(),
  ASBUILT_SESSION_HOURS: formOf(configured.sessionHours).optional(),
  ASBUILT_ACCESS_LOG: formOf(configured.onOrOff).default(false),
  ASBUILT_READ_LOG: formOf(configured.onOrOff).default(false),
  ASBUILT_COMPRESSION: formOf(configured.onOrOff).default(true),
  ASBUILT_METRICS: metricsForm.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isHttpUrl, "an http:// or https:// address")
    .optional(),
  LOG_LEVEL: z.enum(logLevels, { error: "debug, info, warn, error or silent" }).default("info"),
});

/** A variable that nothing reads. */
export interface UnknownVariable {
  readonly name: string;
  /** The variable that is probably meant. */
  readonly nearest: string | undefined;
}

/** The environment, parsed once at the start. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly database: DatabaseLocation;
  readonly adminKey: string | undefined;
  /** A key of the service that `asbuilt follow` reads. */
  readonly fromKey: string | undefined;
  /** The company's directory. */
  readonly oidc: OidcSettings | undefined;
  /** The secret of the sealing key. If undefined, one is created next to a database file. */
  readonly sealKey: string | undefined;
  /** The public keys of replaced sealing keys. */
  readonly trustedSealKeys: readonly string[];
  /** The path of the file to which the newest seal is appended. */
  readonly anchorLog: string | undefined;
  /** The path of the file that keeps the newest seal; if undefined, next to a database file. */
  readonly keptAnchor: string | undefined;
  /** The folder of the content of attachments; if undefined, next to a database file. */
  readonly attachments: string | undefined;
  readonly seed: "base" | "demo";
  /** Requests per minute; undefined is no limit. */
  readonly quotas: {
    readonly key: number | undefined;
    readonly address: number | undefined;
    readonly failures: number | undefined;
  };
  /** The most connections that one address has open together; undefined is no limit. */
  readonly connectionsPerAddress: number | undefined;
  readonly trustedProxies: TrustedProxies | undefined;
  readonly corsOrigins: readonly string[];
  readonly eventSource: string | undefined;
  /** The private networks that webhooks may call. */
  readonly targets: Targets;
  /** The name of this plant, as others name it. */
  readonly plant: string | undefined;
  readonly epcisBase: string | undefined;
  /** The IANA name of the plant's time zone. */
  readonly timeZone: string;
  /** The most hours that an operator can date what happened back; undefined is the default. */
  readonly backdatingHours: number | undefined;
  /** The most megabytes that the database can have; undefined is no limit. */
  readonly databaseMegabytes: number | undefined;
  /** The days after which a key expires that is created without an expiry. */
  readonly keyDays: number | undefined;
  /** The minutes without a request after which a session ends; undefined is the default. */
  readonly actMinutes: number | undefined;
  readonly sessionIdleMinutes: number | undefined;
  /** The hours after which a session ends anyway; undefined is the default. */
  readonly sessionHours: number | undefined;
  /** Whether each request is logged at the level info. */
  readonly logsAccess: boolean;
  /** Whether reads are logged. */
  readonly logsReads: boolean;
  /** Whether responses are compressed for clients that accept it. */
  readonly compresses: boolean;
  /** Where metrics are served; undefined is nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Whether spans are exported. OpenTelemetry's own modules read their other variables. */
  readonly exportsSpans: boolean;
  readonly logLevel: (typeof logLevels)[number];
  /** The variables with the prefix of asbuilt that are none of it. */
  readonly unknownVariables: readonly UnknownVariable[];
}

/** Reads the environment. Throws a UserError with a line for each bad value: its name and rule. */
export function readEnvironment(source: NodeJS.ProcessEnv): Configuration {
  // Shells clear a variable by an empty value, which therefore counts as not set.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const { secrets, faults } = secretsFromFiles(set);
  const parsed = environment.safeParse({ ...set, ...secrets });
  const oidc = readOidc({ ...set, ...secrets });
  faults.push(...oidc.faults.map(({ name, rule }) => `${name}: ${rule}`));
  if (!parsed.success || faults.length > 0) {
    // Values are not printed: some are secrets.
    const issues = parsed.error?.issues ?? [];
    const lines = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new UserError([...faults, ...lines], 2);
  }
  const { data } = parsed;
  if (data.ASBUILT_READ_URL.length > 0 && isFile(data.DATABASE_URL)) {
    throw new UserError("ASBUILT_READ_URL: a file has no replicas: DATABASE_URL is one", 2);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    database: {
      url: data.DATABASE_URL,
      authToken: data.DATABASE_AUTH_TOKEN,
      replicas: data.ASBUILT_READ_URL,
    },
    adminKey: data.ASBUILT_ADMIN_KEY,
    fromKey: data.ASBUILT_FROM_KEY,
    oidc: oidc.settings,
    sealKey: data.ASBUILT_SEAL_KEY,
    trustedSealKeys: data.ASBUILT_TRUSTED_SEAL_KEYS,
    anchorLog: data.ASBUILT_ANCHOR_LOG,
    keptAnchor: data.ASBUILT_KEPT_ANCHOR,
    attachments: data.ASBUILT_ATTACHMENTS,
    seed: data.ASBUILT_SEED,
    quotas: {
      key: data.ASBUILT_REQUESTS_PER_KEY,
      address: data.ASBUILT_REQUESTS_PER_ADDRESS,
      failures: data.ASBUILT_FAILURES_PER_ADDRESS,
    },
    connectionsPerAddress: data.ASBUILT_CONNECTIONS_PER_ADDRESS,
    trustedProxies: data.ASBUILT_TRUST_PROXY,
    corsOrigins: data.ASBUILT_CORS_ORIGINS,
    eventSource: data.ASBUILT_EVENT_SOURCE,
    targets: data.ASBUILT_WEBHOOK_PRIVATE_TARGETS,
    plant: data.ASBUILT_PLANT,
    epcisBase: data.ASBUILT_EPCIS_BASE,
    timeZone: data.ASBUILT_TIME_ZONE,
    backdatingHours: data.ASBUILT_BACKDATING_HOURS,
    databaseMegabytes: data.ASBUILT_DATABASE_MB,
    keyDays: data.ASBUILT_KEY_DAYS,
    actMinutes: data.ASBUILT_ACT_MINUTES,
    sessionIdleMinutes: data.ASBUILT_SESSION_IDLE_MINUTES,
    sessionHours: data.ASBUILT_SESSION_HOURS,
    logsAccess: data.ASBUILT_ACCESS_LOG,
    logsReads: data.ASBUILT_READ_LOG,
    compresses: data.ASBUILT_COMPRESSION,
    metrics: data.ASBUILT_METRICS,
    exportsSpans: data.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && isTracingOn(set),
    logLevel: data.LOG_LEVEL,
    unknownVariables: unknownIn(set),
  };
}

/** The variables that hold secrets. The name of each with `_FILE` names a file that holds it. */
const secretNames = [
  "DATABASE_AUTH_TOKEN",
  "ASBUILT_ADMIN_KEY",
  "ASBUILT_FROM_KEY",
  "ASBUILT_OIDC_CLIENT_SECRET",
  "ASBUILT_SEAL_KEY",
] as const;

/** Reads the secrets that are in files. Returns a line for each that can't be read. */
function secretsFromFiles(set: Readonly<Record<string, string | undefined>>) {
  const secrets: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of secretNames) {
    const variable = `${name}_FILE`;
    const path = set[variable];
    if (path === undefined) continue;
    if (set[name] !== undefined) {
      faults.push(`${variable}: ${name} is set too. Set one of them`);
      continue;
    }
    try {
      secrets[name] = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    } catch (error) {
      const reason = whyNotReadable(path) ?? errorLineOf(error);
      faults.push(`${variable}: the file can't be read: ${reason}`);
    }
  }
  return { secrets, faults };
}

/** Variables of a Worker, of clients and of a proxy, which can share the environment. */
const ofOthers = new Set(
  ["WEBHOOK_CALLS", "KEY", "URL", "SITE", "UPSTREAM"].map((name) => `ASBUILT_${name}`),
);

/**
 * Finds the variables that are none of asbuilt's, each with the one that is probably meant. Others
 * can have variables that begin with DATABASE_ too: only one that is almost ours is found.
 */
function unknownIn(set: Readonly<Record<string, unknown>>): UnknownVariable[] {
  const known = Object.keys(environment.shape).concat(secretNames.map((name) => `${name}_FILE`));
  const unknown = (start: string): UnknownVariable[] => {
    const own = known.filter((name) => name.startsWith(start));
    const rest = (name: string) => canonicalSpelling(name.slice(start.length));
    return Object.keys(set)
      .filter((name) => name.startsWith(start) && !own.includes(name) && !ofOthers.has(name))
      .map((name) => ({
        name,
        nearest: nearestTo(
          rest(name),
          own.map((one) => [rest(one), one] as const),
        ),
      }));
  };
  const ofDatabase = unknown("DATABASE_").filter(({ nearest }) => nearest !== undefined);
  return [...unknown("ASBUILT_"), ...ofDatabase];
}

/** Returns whether the variables with which OpenTelemetry is turned off leave it on. */
const isTracingOn = ({
  OTEL_SDK_DISABLED: disabled = "",
  OTEL_TRACES_EXPORTER: exporters = "otlp",
}: Readonly<Record<string, string | undefined>>): boolean =>
  disabled.trim().toLowerCase() !== "true" &&
  exporters.split(",").some((name) => name.trim() === "otlp");

function isHttpUrl(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

function isDatabaseUrl(url: string): boolean {
  // Two libraries open a file: a path that they would read differently is refused.
  if (url.startsWith("file:")) return /^file:(?!:memory:)(?!\/\/[^/])[^?#]+$/.test(url);
  // No client accepts a user or password in it, and some print the whole URL.
  return /^(?:libsql|wss?|https?):\/\/[^/?#@]+(?:[/?#]|$)/.test(url) && URL.canParse(url);
}
