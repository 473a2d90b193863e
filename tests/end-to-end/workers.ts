import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "libsql";
import { freePort, greeted, root, type Served, start } from "./processes.ts";

type Variables = Readonly<Record<string, string>>;

/** Starts the Worker on a free port, with a local D1 in a folder. Makes a new D1 from nothing. */
export const serveFirstWorker = async (folder: string, env: Variables): Promise<Served> =>
  greeted(
    start(process.execPath, [join(root, "apps/worker/dev.ts")], {
      env: { PORT: String(await freePort()), WORKER_STATE: folder, ...env },
    }),
  );

/**
 * Does the same, but a new D1 begins as the run's plant: migrated and seeded, without keys and seals.
 * To make it from nothing takes two starts more. The variables must name an administrator's key.
 */
export async function serveWorker(folder: string, env: Variables): Promise<Served> {
  const plants = process.env["ASBUILT_TEST_PLANTS"];
  if (plants !== undefined && !existsSync(folder)) {
    const seed = env["ASBUILT_SEED"] ?? "base";
    cpSync(await madePlant(plants, seed), folder, { recursive: true });
  }
  return serveFirstWorker(folder, env);
}

/**
 * Returns the folder of the D1 that new ones of the run begin as. The first process that needs one
 * makes it, which takes a runtime's start, and the others wait.
 */
async function madePlant(plants: string, seed: string): Promise<string> {
  const folder = join(plants, `d1-${seed}`);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    if (!isFirstToMake(lock)) {
      await wait(50);
      continue;
    }
    try {
      if (!existsSync(folder)) renameSync(await makePlant(plants, seed), folder);
    } finally {
      rmdirSync(lock);
    }
  }
  return folder;
}

function isFirstToMake(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    // An error of Node's own, which has a code.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Makes a D1 with the rows of the run's plant, and returns its folder. */
async function makePlant(plants: string, seed: string): Promise<string> {
  const folder = join(plants, `d1-${seed}.making`);
  const prepare = [join(root, "apps/worker/prepare-d1.ts"), folder];
  const { status, stderr } = await start(process.execPath, prepare, {}).ended;
  if (status !== 0) throw new Error(stderr);
  // The other file there has the metadata of D1s.
  const [file] = globSync(join(folder, "v3/d1/*/[!m]*.sqlite"));
  copyRows(join(plants, `${seed}.db`), file!);
  writeFileSync(join(folder, "seeded"), newestMigration());
  return folder;
}

/** Copies the rows of all tables that the migrations make. */
function copyRows(from: string, to: string): void {
  const database = new Database(to);
  // The rows come from a sound database, so their order does not matter.
  database.exec(`pragma foreign_keys = off; attach '${from}' as plant; begin`);
  const tables = database
    .prepare(
      `select name from plant.sqlite_schema where type = 'table'
      and name not like 'sqlite!_%' escape '!' and name <> '__drizzle_migrations'`,
    )
    .pluck()
    // The binding does not know that names are texts.
    .all() as string[];
  for (const name of tables) {
    database.exec(`insert into main."${name}" select * from plant."${name}"`);
  }
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
}

/** The name of the newest migration, which `npm run worker` keeps beside a D1 that it has seeded. */
const newestMigration = (): string =>
  readdirSync(join(root, "packages/core/migrations"))
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .at(-1)!;
