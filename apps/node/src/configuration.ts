import { fileURLToPath } from "node:url";
import { z } from "zod";

/** A value of the environment that can't be used. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

const port = z.coerce
  .number({ error: "a port number" })
  .int("a whole number")
  .min(0, "0 to 65535 (0 takes any free port)")
  .max(65_535, "0 to 65535 (0 takes any free port)");

const databaseUrl = z.string().refine((url) => /^(file:.|libsql:\/\/|wss?:\/\/|https?:\/\/)/.test(url), {
  error: "file:PATH, or a libsql://, http(s):// or ws(s):// address",
});

// Of the project, not of wherever a command is typed: all of them mean the same database.
const defaultFile = fileURLToPath(new URL("../../../data/asbuilt.db", import.meta.url));

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1, "an address to listen on").default("127.0.0.1"),
  DATABASE_URL: databaseUrl.default(`file:${defaultFile}`),
  DATABASE_AUTH_TOKEN: z.string().min(1, "a token").optional(),
  ASBUILT_ADMIN_KEY: z
    .string()
    .min(32, "at least 32 characters")
    .regex(/^\S+$/, "without spaces")
    .optional(),
  ASBUILT_SEED: z.enum(["base", "demo"], { error: "base or demo" }).default("base"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"], {
      error: "debug, info, warn, error or silent",
    })
    .default("info"),
});

/** What the environment sets, parsed once at the start. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  readonly database: { readonly url: string; readonly authToken?: string | undefined };
  readonly adminKey: string | undefined;
  readonly seed: "base" | "demo";
  readonly logLevel: "debug" | "info" | "warn" | "error" | "silent";
}

/** Reads the environment; throws a ConfigurationError that names each bad value and its rule. */
export function readConfiguration(source: NodeJS.ProcessEnv): Configuration {
  // An empty value is what a shell leaves of a variable that was cleared: it counts as not set.
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new ConfigurationError(lines.join("\n"));
  }
  const { data } = parsed;
  return {
    port: data.PORT,
    host: data.HOST,
    database: { url: data.DATABASE_URL, authToken: data.DATABASE_AUTH_TOKEN },
    adminKey: data.ASBUILT_ADMIN_KEY,
    seed: data.ASBUILT_SEED,
    logLevel: data.LOG_LEVEL,
  };
}
