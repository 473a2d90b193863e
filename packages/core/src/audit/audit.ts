import { requireKey } from "../access/authenticate.ts";
import type { Executor } from "../database/executor.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { checkSeals, type SealCheck, type SealReach } from "../seal/check.ts";
import { headOf, lastSeal, type SealHead } from "../seal/make.ts";
import { compareWithLog } from "./compare.ts";
import type { Finding } from "./finding.ts";
import { numbersKept, rowFindings } from "./laws.ts";
import { alteredIn } from "./schema.ts";

/** What an audit of a whole database found. */
export interface Audit extends Readonly<SealReach> {
  readonly findings: readonly Finding[];
  /** Whether there are more findings than were asked for. */
  readonly isCutOff: boolean;
}

/**
 * Checks that the schema is as the migrations make it, that the change log is what its seals say,
 * that it comes to what the tables hold, and that every law is kept: conservation, references, and
 * the numbers of rows. Stops at `most` findings.
 */
export async function audit(
  executor: Executor,
  check: SealCheck & { readonly most?: number | undefined },
): Promise<Audit> {
  const most = check.most ?? Infinity;
  const reach: SealReach = { seals: 0, sealed: 0, unsealed: 0, keys: [] };
  const findings: Finding[] = [];
  for await (const finding of allFindings(executor, check, reach)) {
    if (findings.length === most) return { ...reach, findings, isCutOff: true };
    findings.push(finding);
  }
  return { ...reach, findings, isCutOff: false };
}

/** The same, for whoever may ask. Refuses `unauthorized`. */
export async function verifyRecord(
  context: Context,
  check: Parameters<typeof audit>[1],
): Promise<Audit> {
  await requireKey(context);
  return audit(context.executor, check);
}

/** The newest seal, for whoever may ask; undefined where there is none. Refuses `unauthorized`. */
export async function anchorOf(context: Context): Promise<SealHead | undefined> {
  const [rows] = await readChecked(context, [lastSeal]);
  return headOf(rows!);
}

async function* allFindings(
  executor: Executor,
  check: SealCheck,
  reach: SealReach,
): AsyncGenerator<Finding> {
  const altered = await alteredIn(executor, check.sha256);
  yield* altered.map(({ record, problem }) => ({ record, problem }));
  // Other tables can't be held to the laws.
  if (altered.some(({ isTable }) => isTable)) return;
  const isReadable = yield* rowFindings(executor);
  const kept = numbersKept();
  const numbers = await executor.read(kept);
  yield* numbers.flatMap((rows, index) => rows.map(kept[index]!.row));
  // What reads a row that can't be read would end without a word of which it is.
  if (!isReadable) return;
  yield* checkSeals(executor, check, reach);
  yield* compareWithLog(executor);
}
