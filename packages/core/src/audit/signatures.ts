import { sql } from "drizzle-orm";
import { type Executor, rowsOf } from "../database/executor.ts";
import { readFitting } from "../database/fitting-rows.ts";
import { given, query } from "../database/query.ts";
import { signature } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { rowText } from "../seal/logged-row.ts";
import type { Sha256 } from "../values/digest.ts";
import type { Finding } from "./laws.ts";

/** The most signatures that one read takes, each with the row that it signs. */
const signaturesMax = 200;

const signaturesAfter = statement(() =>
  query
    .select({
      id: signature.id,
      entity: signature.entity,
      entityId: signature.entityId,
      signedRevNo: signature.signedRevNo,
      digest: signature.digest,
      text: sql<string | null>`(select ${sql.raw(rowText("signed"))} from change_log as signed
        where signed.entity = ${signature.entity} and signed.entity_id = ${signature.entityId}
        and signed.rev_no = ${signature.signedRevNo})`,
      isOwn: sql<boolean>`exists (select 1 from change_log as made where made.entity = 'Signature'
        and made.entity_id = ${signature.id} and made.rev_no = 1
        and made.user_id = ${signature.userId})`.mapWith(Boolean),
    })
    .from(signature)
    .where(sql`${signature.id} > ${given("after")}`)
    .orderBy(signature.id)
    .limit(sql.placeholder("rows")),
);
type SignedRow = ReturnType<ReturnType<typeof signaturesAfter>["row"]>;

/**
 * Finds the signatures that do not fit what they sign: their digest is not that of the row of the
 * log that made the signed revision, or another user wrote them.
 */
export async function* checkSignatures(
  executor: Executor,
  sha256: Sha256,
): AsyncGenerator<Finding> {
  for (let after = 0; ;) {
    const from = after;
    // oxlint-disable-next-line no-await-in-loop -- each read begins where the one before ended
    const { result, fitting } = await readFitting(signaturesMax, (rows) =>
      rowsOf(executor, signaturesAfter({ after: from, rows })),
    );
    for (const row of result) {
      // oxlint-disable-next-line no-await-in-loop -- all together would not fit in memory
      for (const problem of await problemsOf(row, sha256)) {
        yield { record: `Signature ${row.id}`, problem };
      }
    }
    if (result.length < fitting) return;
    after = result.at(-1)!.id;
    // oxlint-disable-next-line no-await-in-loop -- other work runs in between
    await executor.yieldToOthers();
  }
}

async function problemsOf(row: SignedRow, sha256: Sha256): Promise<string[]> {
  const { entity, entityId, signedRevNo, digest, text, isOwn } = row;
  const problems: string[] = [];
  const signed = `revision ${signedRevNo} of ${entity} ${entityId}`;
  if (text === null) problems.push(`it signs ${signed}, which the change log does not have`);
  else if ((await sha256(text, "base64url")) !== digest) {
    problems.push(`its digest is not that of ${signed}, which it signs`);
  }
  if (!isOwn) problems.push("the change log has no signing by the user that it names");
  return problems;
}
