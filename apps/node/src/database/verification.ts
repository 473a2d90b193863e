import { existsSync } from "node:fs";
import { alteredIn, type Audit, audit, type Finding, type SealCheck } from "@asbuilt/core";
import { type Executor, remoteExecutor } from "@asbuilt/core/database";
import {
  askServer,
  clientOf,
  type DatabaseLocation,
  isFile,
  longWorkMs,
  openServer,
  pathOf,
} from "./database.ts";
import { sha256 } from "../sha256.ts";
import { wholeDamageOf } from "./file-check.ts";
import { schemaOf } from "./migrations.ts";
import { reasonOf, UserError } from "../terminal/user-error.ts";

/** What a database's verification found. */
export interface Verified {
  /** The newest migration that it has. */
  readonly schema: string;
  /** Whether it lacks migrations; it is not held to the laws then. */
  readonly isOld: boolean;
  /** A line for each problem, which names the record. */
  readonly problems: readonly string[];
  /** How far the seals reach; undefined where the database was not held to the laws. */
  readonly audited?: Audit;
}

/**
 * Checks a whole database against SQLite's own structure, its seals, its change log and every law
 * of core. Throws a UserError where it can't be read, or is none of asbuilt's.
 */
export async function verifyDatabase(
  location: DatabaseLocation,
  name: string,
  check: Omit<SealCheck, "sha256"> = {},
): Promise<Verified> {
  if (isFile(location.url) && !existsSync(pathOf(location.url))) {
    throw new UserError(`${name}: there is no such file`);
  }
  try {
    return await (isFile(location.url) ? verifyFile : verifyServer)(location, {
      ...check,
      sha256,
    });
  } catch (error) {
    throw new UserError(`${name}: can't be verified: ${reasonOf(error)}`);
  }
}

async function verifyFile(location: DatabaseLocation, check: SealCheck): Promise<Verified> {
  const client = clientOf(location);
  try {
    // First, since what is damaged may end the process that reads more of it.
    const damage = await wholeDamageOf(client);
    const { newest, isOld } = await schemaOf(client);
    if (newest === undefined) throw empty();
    if (isOld) return { schema: newest, isOld, problems: damage };
    return { schema: newest, isOld, ...(await held(remoteExecutor(client), check, damage)) };
  } finally {
    client.close();
  }
}

async function verifyServer(location: DatabaseLocation, check: SealCheck): Promise<Verified> {
  const { newest, isOld } = await askServer(location, schemaOf);
  if (newest === undefined) throw empty();
  if (isOld) return { schema: newest, isOld, problems: [] };
  const server = openServer(location, longWorkMs);
  try {
    return { schema: newest, isOld, ...(await held(server.executor, check)) };
  } finally {
    server.close();
  }
}

/** What can't be read in full, or has other tables, can't be held to the laws. */
async function held(
  executor: Executor,
  check: SealCheck,
  damage: readonly string[] = [],
): Promise<Pick<Verified, "problems" | "audited">> {
  const tables = (await alteredIn(executor, check.sha256)).filter(({ isTable }) => isTable);
  const problems = [...damage, ...tables.map(lineOf)];
  if (problems.length > 0) return { problems };
  const audited = await audit(executor, check);
  return { problems: audited.findings.map(lineOf), audited };
}

const empty = () => new Error("it is empty");

const lineOf = ({ record, problem }: Finding) => `${record}: ${problem}`;
