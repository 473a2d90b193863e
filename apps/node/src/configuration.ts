import { fileURLToPath } from "node:url";
import { configured, type Targets } from "@asbuilt/http";
import { z } from "zod";
import { proxiesOf, type TrustedProxies } from "./http-server/client-address.ts";
import { UserError } from "./terminal/user-error.ts";

const databaseRule =
  "file:PATH, or a libsql://, http(s):// or ws(s):// address without a user or password";

const portRule = "a whole number from 0 to 65535 (0 takes any free port)";
const port = z
  .string()
  .regex(/^\d{1,5}$/, portRule)
  .transform(Number)
  .refine((number) => number <= 65_535, portRule);

const quotaRule = "a whole number of requests a minute, or 0 for no limit";
const quota = z
  .string()
  .regex(/^\d{1,9}$/, quotaRule)
  .transform((text) => Number(text) || undefined);

/** A variable of this form. */
const of = <Value>({ rule, read }: configured.Form<Value>) =>
  z.string().transform((text, check) => {
    const value = read(text);
    if (value === undefined) check.addIssue(rule);
    return value ?? z.NEVER;
  });

const levels = ["debug", "info", "warn", "error", "silent"] as const;

// Of the project, not of wherever a command is typed: all of them mean the same database.
const defaultFile = fileURLToPath(new URL("../../../data/asbuilt.db", import.meta.url));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().regex(/^\S+$/, "an address of this machine").default("127.0.0.1"),
  DATABASE_URL: z.string().refine(isDatabaseUrl, databaseRule).default(`file:${defaultFile}`),
  DATABASE_AUTH_TOKEN: z.string().regex(/^\S+$/, "a token, without spaces").optional(),
  ASBUILT_ADMIN_KEY: of(configured.adminKey).optional(),
  ASBUILT_SEAL_KEY: of(configured.sealKey).optional(),
  ASBUILT_TRUSTED_SEAL_KEYS: of(configured.publicKeys).default([]),
  ASBUILT_SEED: z.enum(["base", "demo"], { error: "base or demo" }).default("base"),
  ASBUILT_REQUESTS_PER_KEY: quota.optional(),
  ASBUILT_REQUESTS_PER_ADDRESS: quota.optional(),
  // Read as text: a default would also stand in for what 0 comes to, which is no limit.
  ASBUILT_FAILURES_PER_ADDRESS: quota.prefault("20"),
  ASBUILT_TRUST_PROXY: of({ rule: configured.privateTargets.rule, read: proxiesOf }).optional(),
  ASBUILT_CORS_ORIGINS: of(configured.origins).default([]),
  ASBUILT_WEBHOOK_PRIVATE_TARGETS: of(configured.privateTargets).default({ networks: [] }),
  ASBUILT_EVENT_SOURCE: of(configured.eventSource).optional(),
  ASBUILT_EPCIS_BASE: of(configured.epcisBase).optional(),
  LOG_LEVEL: z.enum(levels, { error: "debug, info, warn, error or silent" }).default("info"),
});

/** What the environment sets, parsed once at the start. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly database: { readonly url: string; readonly authToken?: string | undefined };
  readonly adminKey: string | undefined;
  /** The secret of the key that seals the record; undefined has it made, beside a file. */
  readonly sealKey: string | undefined;
  /** Public keys that sealed before: those of keys that were replaced. */
  readonly trustedSealKeys: readonly string[];
  readonly seed: "base" | "demo";
  /** Requests a minute; undefined is no limit. */
  readonly quotas: {
    readonly key: number | undefined;
    readonly address: number | undefined;
    readonly failures: number | undefined;
  };
  readonly trustedProxies: TrustedProxies | undefined;
  readonly corsOrigins: readonly string[];
  readonly eventSource: string | undefined;
  /** The private networks that webhooks may call. */
  readonly targets: Targets;
  readonly epcisBase: string | undefined;
  readonly logLevel: (typeof levels)[number];
}

/** Reads the environment; throws a UserError with a line for each bad value: its name and rule. */
export function readConfiguration(source: NodeJS.ProcessEnv): Configuration {
  // An empty value is what a shell leaves of a variable that was cleared: it counts as not set.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    // The values are not repeated: some of them are secrets.
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new UserError(lines, 2);
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    database: { url: data.DATABASE_URL, authToken: data.DATABASE_AUTH_TOKEN },
    adminKey: data.ASBUILT_ADMIN_KEY,
    sealKey: data.ASBUILT_SEAL_KEY,
    trustedSealKeys: data.ASBUILT_TRUSTED_SEAL_KEYS,
    seed: data.ASBUILT_SEED,
    quotas: {
      key: data.ASBUILT_REQUESTS_PER_KEY,
      address: data.ASBUILT_REQUESTS_PER_ADDRESS,
      failures: data.ASBUILT_FAILURES_PER_ADDRESS,
    },
    trustedProxies: data.ASBUILT_TRUST_PROXY,
    corsOrigins: data.ASBUILT_CORS_ORIGINS,
    eventSource: data.ASBUILT_EVENT_SOURCE,
    targets: data.ASBUILT_WEBHOOK_PRIVATE_TARGETS,
    epcisBase: data.ASBUILT_EPCIS_BASE,
    logLevel: data.LOG_LEVEL,
  };
}

function isDatabaseUrl(url: string): boolean {
  // A file is opened by two libraries: what they would not both take for the same path is refused.
  if (url.startsWith("file:")) return /^file:(?!:memory:)(?!\/\/[^/])[^?#]+$/.test(url);
  // With a user or a password no client takes it, and some print it whole.
  return /^(?:libsql|wss?|https?):\/\/[^/?#@]+(?:[/?#]|$)/.test(url) && URL.canParse(url);
}
