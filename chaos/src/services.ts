import { readdirSync } from "node:fs";
import { join } from "node:path";
import { verifyDatabase } from "@asbuilt/node/verification";
import { factories, type PlantRequests } from "@asbuilt/tests/factories";
import {
  asbuilt,
  type Running,
  type Served,
  serveAsbuilt,
  startAsbuilt,
  stop,
} from "@asbuilt/tests/processes";
import { requestsTo } from "@asbuilt/tests/requests";
import { startSqld } from "@asbuilt/tests/sqld";
import { rowsOf } from "@asbuilt/tests/stored";
import { serveWorker } from "@asbuilt/tests/workers";

type Rows = Readonly<Record<string, unknown>>[];

/** A real service in its own process. */
export interface Service {
  readonly address: string;
  /** The key of an administrator. */
  readonly key: string;
  readonly process: Running;
  /** The URL of its database. */
  readonly url: string;
  /** Reads rows directly from the database. Only for invariants. */
  readonly sql: (text: string) => Promise<Rows>;
  /** Stops it after the requests in flight, with the server that it was started with. */
  readonly stop: () => Promise<void>;
}

/** A service in one process of Node. */
export interface NodeService extends Service {
  /** Ends it with kill -9. Its file can be served again afterwards. */
  readonly kill: () => Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

const key = "an-administrators-key-of-the-experiments";
const defaults: Variables = { ASBUILT_ADMIN_KEY: key, LOG_LEVEL: "warn" };

/** Starts `asbuilt serve`, by a command prefix, on a database file, which it makes if needed. */
export async function serveFile(
  path: string,
  env: Variables = {},
  by: readonly string[] = [],
): Promise<NodeService> {
  const process = await serveAsbuilt({ DATABASE_URL: `file:${path}`, ...defaults, ...env }, by);
  return onNode(process, `file:${path}`, async (text) => rowsOf(path, text));
}

/** Starts a service on a file, and returns without waiting until it serves. */
export const startFile = (path: string, env: Variables = {}): Running =>
  startAsbuilt(["serve"], { PORT: "0", DATABASE_URL: `file:${path}`, ...defaults, ...env });

/** Starts `asbuilt serve` on a real libSQL server whose data is in a folder. */
export async function serveSqld(folder: string, env: Variables = {}): Promise<NodeService> {
  const server = await startSqld(folder);
  const process = await serveAsbuilt({ DATABASE_URL: server.address, ...defaults, ...env });
  const service = onNode(process, server.address, server.sql);
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await server.stop();
    },
  };
}

/** Starts the Worker in workerd, on a local D1 whose data is in a folder. */
export async function serveD1(folder: string, env: Variables = {}): Promise<Service> {
  const process = await serveWorker(folder, { ...defaults, ...env });
  const path = fileOfD1(folder);
  return serviceOf(process, `file:${path}`, async (text) => rowsOf(path, text));
}

const serviceOf = (process: Served, url: string, sql: Service["sql"]): Service => ({
  address: process.address,
  key,
  process,
  url,
  sql,
  stop: async () => {
    await stop(process);
  },
});

const onNode = (process: Served, url: string, sql: Service["sql"]): NodeService => ({
  ...serviceOf(process, url, sql),
  kill: async () => {
    await stop(process, "SIGKILL");
  },
});

/** Returns the path of the file of a local D1. A second file there has its metadata. */
export function fileOfD1(folder: string): string {
  const place = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  const names = readdirSync(place).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
  if (names.length !== 1) throw new Error(`${place} holds ${names.length} databases.`);
  return join(place, names[0]!);
}

/** Returns functions that send requests to a service and make records in it. */
export function plantOf({ address, key: adminKey }: Service): PlantRequests {
  const requests = requestsTo({ address, key: adminKey });
  return { ...requests, ...factories(requests) };
}

/** Throws if a service's database breaks a law or differs from the replay of its change log. */
export async function expectSound({ url }: Pick<Service, "url">): Promise<void> {
  const { problems } = await verifyDatabase({ url }, url);
  if (problems.length === 0) return;
  throw new Error(`The database breaks a law.\n${problems.join("\n")}`);
}

/** Throws if SQLite finds damage in its file. */
export async function expectUndamaged({ sql }: Pick<Service, "sql">): Promise<void> {
  const damage = (await sql("pragma integrity_check")).flatMap((row) => Object.values(row));
  if (damage.join() !== "ok") throw new Error(`The file is damaged.\n${damage.join("\n")}`);
}

/** Runs `asbuilt` on a database file. Throws unless it succeeds. */
export async function runAsbuilt(args: readonly string[], path: string): Promise<void> {
  const env = { DATABASE_URL: `file:${path}` };
  const { status, stdout, stderr } = await asbuilt(args, env);
  if (status !== 0) throw new Error(`asbuilt ${args[0]} ended with ${status}: ${stdout}${stderr}`);
}
