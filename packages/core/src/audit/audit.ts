import { requireKey } from "../access/authenticate.ts";
import type { Executor } from "../database/executor.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { headOf, lastSeal, type SealHead } from "../seal/make.ts";
import { namedContents } from "../attachment/contents.ts";
import type { AttachmentStore, Flaw } from "../attachment/store.ts";
import { compareWithLog } from "./compare.ts";
import { type Finding, numbersKept, rowFindings } from "./laws.ts";
import { alteredIn } from "./schema.ts";
import { checkSignatures } from "./signatures.ts";
import { checkSeals, type SealCheck, type SealReach } from "./seals.ts";

/** The result of an audit of a whole database. */
export interface Audit extends Readonly<SealReach> {
  readonly findings: readonly Finding[];
  /** Whether there are more findings than requested. */
  readonly isCutOff: boolean;
  /** The contents of attachments that were compared with their digests; undefined if none could be. */
  readonly contents: number | undefined;
}

/** The values that a database is checked with. */
export interface AuditCheck extends SealCheck {
  /** Where the content of its attachments is; without it, none is checked. */
  readonly attachments?: Pick<AttachmentStore, "inspect"> | undefined;
}

/** How far a check has come. */
interface Reach extends SealReach {
  contents: number | undefined;
}

/**
 * Checks the schema against the migrations, the change log against its seals, and the tables
 * against the replayed log. Also checks the laws of the record: conservation of quantity,
 * references, and the numbering of rows; and the content of attachments. Stops at `findingsMax` findings.
 */
export async function audit(
  executor: Executor,
  check: AuditCheck & { readonly findingsMax?: number | undefined },
): Promise<Audit> {
  const findingsMax = check.findingsMax ?? Infinity;
  const reach: Reach = { seals: 0, sealed: 0, unsealed: 0, keys: [], contents: undefined };
  const findings: Finding[] = [];
  for await (const finding of allFindings(executor, check, reach)) {
    if (findings.length === findingsMax) return { ...reach, findings, isCutOff: true };
    findings.push(finding);
  }
  return { ...reach, findings, isCutOff: false };
}

/** Audits the database for a client. Refuses `unauthorized`. */
export async function verifyRecord(
  context: Context,
  check: Parameters<typeof audit>[1],
): Promise<Audit> {
  await requireKey(context);
  return audit(context.executor, check);
}

/** Returns the newest seal to a client; undefined if nothing is sealed. Refuses `unauthorized`. */
export async function anchorOf(context: Context): Promise<SealHead | undefined> {
  const [rows] = await readChecked(context, [lastSeal]);
  return headOf(rows!);
}

async function* allFindings(
  executor: Executor,
  check: AuditCheck,
  reach: Reach,
): AsyncGenerator<Finding> {
  const altered = await alteredIn(executor, check.sha256);
  yield* altered.map(({ record, problem }) => ({ record, problem }));
  // The laws can't be checked on altered tables.
  if (altered.some(({ isTable }) => isTable)) return;
  const isReadable = yield* rowFindings(executor);
  const kept = numbersKept();
  const numbers = await executor.read(kept);
  yield* numbers.flatMap((rows, index) => rows.map(kept[index]!.row));
  // The checks below fail on an unreadable row, and would not say which row it is.
  if (!isReadable) return;
  yield* checkSeals(executor, check, reach);
  yield* compareWithLog(executor);
  yield* checkSignatures(executor, check.sha256);
  if (check.attachments) yield* compareContents(executor, check.attachments, reach);
}

const flaws: Readonly<Record<Flaw, string>> = {
  missing: "its content is missing",
  altered: "its content was altered: it has another digest",
};

/** Finds the attachments whose content is not there, or is another one. Counts into `reach`. */
async function* compareContents(
  executor: Executor,
  store: Pick<AttachmentStore, "inspect">,
  reach: Reach,
): AsyncGenerator<Finding> {
  reach.contents = 0;
  for await (const some of namedContents(executor)) {
    const found = await store.inspect(some);
    reach.contents += some.length;
    yield* some.flatMap(({ id, sha256 }, index) => {
      const flaw = found[index];
      return flaw ? [{ record: `Attachment ${id}`, problem: `${flaws[flaw]} (${sha256})` }] : [];
    });
  }
}
