import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alteredIn, type Audit, audit, type AuditCheck, type Finding } from "@asbuilt/core";
import { type Executor, remoteExecutor } from "@asbuilt/core/database";
import { sha256 } from "../sha256.ts";
import { errorLineOf, UserError } from "../terminal/messages.ts";
import { isOfAccess, whyNotReadable, whyNotThere } from "./access.ts";
import { withServer } from "./client.ts";
import { openServer } from "./database.ts";
import { wholeDamageOf } from "./file-check.ts";
import { copyBackup } from "./file-copy.ts";
import { type DatabaseLocation, filePathOf, isFile } from "./location.ts";
import { migrateFile } from "./migrate.ts";
import { schemaOf } from "./migrations.ts";
import { openReadOnly } from "./read-only.ts";

/** How long a server can take for one query of a verification. */
const queryMs = 10 * 60 * 1000;

/** The result of a verification. */
export interface Verified {
  /** The newest migration of the database. */
  readonly schema: string;
  /** Whether it lacks migrations. Of a file, a copy is then migrated and checked. */
  readonly isOld: boolean;
  /** A line for each problem, which names the record. */
  readonly problems: readonly string[];
  /** A line for each problem of the past times of the record: they can't be mended. */
  readonly timeProblems: readonly string[];
  /** The result of core's audit; undefined if the laws were not checked. */
  readonly audited?: Audit;
}

/**
 * Checks a whole database: SQLite's own structure, the seals, the change log and every law of core.
 * Throws a UserError if it can't be read, or is not asbuilt's.
 */
export async function verifyDatabase(
  location: DatabaseLocation,
  name: string,
  check: Omit<AuditCheck, "sha256"> = {},
): Promise<Verified> {
  const path = isFile(location.url) ? filePathOf(location.url) : undefined;
  const missing = path === undefined ? undefined : whyNotThere(path);
  if (missing !== undefined) throw new UserError(`${name}: ${missing}`);
  try {
    return await (isFile(location.url) ? verifyFile : verifyServer)(location, {
      ...check,
      sha256,
    });
  } catch (error) {
    const denied = path !== undefined && isOfAccess(error) ? whyNotReadable(path) : undefined;
    throw new UserError(`${name}: can't be verified: ${denied ?? errorLineOf(error)}`);
  }
}

async function verifyFile(location: DatabaseLocation, check: AuditCheck): Promise<Verified> {
  const { client, problems, close } = await openReadOnly(filePathOf(location.url));
  try {
    // First: to read more of a damaged file can end the process.
    const damage = [...problems, ...(await wholeDamageOf(client))];
    const { newest, missing } = await schemaOf(client);
    if (newest === undefined) throw emptyDatabaseError();
    if (missing === 0) {
      const findings = await auditIfReadable(remoteExecutor(client), check, damage);
      return { schema: newest, isOld: false, ...findings };
    }
    const findings =
      damage.length > 0
        ? { problems: damage, timeProblems: [] }
        : await verifyMigratedCopy(location, check);
    return { ...findings, schema: newest, isOld: true };
  } finally {
    close();
  }
}

/** Checks a copy of a file after its migration. The laws and the tables are those of this version. */
async function verifyMigratedCopy(
  location: DatabaseLocation,
  check: AuditCheck,
): Promise<Verified> {
  const folder = mkdtempSync(join(tmpdir(), "asbuilt-"));
  const copy = join(folder, "copy.db");
  try {
    await copyBackup(filePathOf(location.url), copy);
    await migrateFile({ url: `file:${copy}` });
    return await verifyFile({ url: `file:${copy}` }, check);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function verifyServer(location: DatabaseLocation, check: AuditCheck): Promise<Verified> {
  const { newest, missing } = await withServer(location, schemaOf);
  if (newest === undefined) throw emptyDatabaseError();
  const isOld = missing > 0;
  if (isOld) return { schema: newest, isOld, problems: [], timeProblems: [] };
  const server = openServer(location, queryMs);
  try {
    return { schema: newest, isOld, ...(await auditIfReadable(server.executor, check)) };
  } finally {
    server.close();
  }
}

/** Checks the laws, unless the database is damaged or has other tables: then they can't be read. */
async function auditIfReadable(
  executor: Executor,
  check: AuditCheck,
  damage: readonly string[] = [],
): Promise<Pick<Verified, "problems" | "timeProblems" | "audited">> {
  const tables = (await alteredIn(executor, check.sha256)).filter(({ isTable }) => isTable);
  const problems = [...damage, ...tables.map(findingLine)];
  if (problems.length > 0) return { problems, timeProblems: [] };
  const audited = await audit(executor, check);
  const lines = (isOfTime: boolean) =>
    audited.findings.filter((one) => (one.isOfTime ?? false) === isOfTime).map(findingLine);
  return { problems: lines(false), timeProblems: lines(true), audited };
}

const emptyDatabaseError = () => new Error("it is empty");

const findingLine = ({ record, problem }: Finding) => `${record}: ${problem}`;
