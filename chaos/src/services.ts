import { readdirSync } from "node:fs";
import { join } from "node:path";
import { verifyDatabase } from "@asbuilt/node/verification";
import { factories, type PlantRequests } from "@asbuilt/tests/factories";
import {
  type Running,
  type Served,
  serveAsbuilt,
  serveWorker,
  startAsbuilt,
  stop,
} from "@asbuilt/tests/processes";
import { requestsTo } from "@asbuilt/tests/requests";
import { startSqld } from "@asbuilt/tests/sqld";
import { rowsOf } from "@asbuilt/tests/stored";

type Rows = Readonly<Record<string, unknown>>[];

/** A real service in a process of its own. */
export interface Service {
  readonly address: string;
  /** An administrator's key. */
  readonly key: string;
  readonly process: Running;
  /** Where its database is. */
  readonly url: string;
  /** Rows straight from the database: for invariants only. */
  readonly sql: (text: string) => Promise<Rows>;
  /** Lets what is in flight be answered, and ends it and whatever it was started with. */
  readonly stop: () => Promise<void>;
}

/** A service in one process of Node. */
export interface NodeService extends Service {
  /** Ends it with kill -9. A file may be served again afterwards. */
  readonly kill: () => Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

const key = "an-administrators-key-of-the-experiments";
const defaults: Variables = { ASBUILT_ADMIN_KEY: key, LOG_LEVEL: "warn" };

/** `asbuilt serve` on a database file, which is made where there is none; started by a command. */
export async function serveFile(
  path: string,
  env: Variables = {},
  by: readonly string[] = [],
): Promise<NodeService> {
  const process = await serveAsbuilt({ DATABASE_URL: `file:${path}`, ...defaults, ...env }, by);
  return onNode(process, `file:${path}`, async (text) => rowsOf(path, text));
}

/** A service on a file while it is still starting. */
export const startFile = (path: string, env: Variables = {}): Running =>
  startAsbuilt(["serve"], { PORT: "0", DATABASE_URL: `file:${path}`, ...defaults, ...env });

/** `asbuilt serve` on a real libSQL server, whose data is in a folder. */
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

/** The Worker in workerd, on a local D1 whose data is in a folder. */
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

/** The one file that holds a local D1; another one beside it holds its metadata. */
export function fileOfD1(folder: string): string {
  const place = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  const names = readdirSync(place).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name));
  if (names.length !== 1) throw new Error(`${place} holds ${names.length} databases.`);
  return join(place, names[0]!);
}

/** Ways to talk to a service, and to make what is to stand in it. */
export function plantOf({ address, key: adminKey }: Service): PlantRequests {
  const requests = requestsTo({ address, key: adminKey });
  return { ...requests, ...factories(requests) };
}

/** Throws where a service's database breaks a law, or is not what its change log comes to. */
export async function expectSound({ url }: Pick<Service, "url">): Promise<void> {
  const { problems } = await verifyDatabase({ url }, url);
  if (problems.length === 0) return;
  throw new Error(`The database breaks a law.\n${problems.join("\n")}`);
}

/** Throws where SQLite finds its file damaged. */
export async function expectUndamaged({ sql }: Pick<Service, "sql">): Promise<void> {
  const damage = (await sql("pragma integrity_check")).flatMap((row) => Object.values(row));
  if (damage.join() !== "ok") throw new Error(`The file is damaged.\n${damage.join("\n")}`);
}
