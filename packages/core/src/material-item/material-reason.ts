import { inArray } from "drizzle-orm";
import { requireActive } from "../rules/named.ts";
import { materialReason, type ReasonTransaction } from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { statement } from "../database/statement.ts";
import { foldCase } from "../values/fold-case.ts";
import { refusalAt } from "../refusal.ts";

/** Reads the material reasons with these folded SUIDs (a JSON array). */
export const reasonsBySuid = statement(() =>
  query
    .select({
      id: materialReason.id,
      revNo: materialReason.revNo,
      suid: materialReason.suid,
      suidKey: materialReason.suidKey,
      nameKey: materialReason.nameKey,
      isActive: materialReason.isActive,
      transactions: materialReason.transactions,
      disposition: materialReason.disposition,
    })
    .from(materialReason)
    .where(inArray(materialReason.suidKey, each("reasons"))),
);
export type Reason = ReturnType<ReturnType<typeof reasonsBySuid>["row"]>;

/** The folded SUID of the reason for taking back what never happened. */
export const correctionKey = "correction";

/** The place of the reason in every body that has one. */
const pointer = "/reasonSUID";

/** Finds the reason with a SUID, ignoring case; refuses (`not_found`) if there is none. */
export function requireReason(reasons: readonly Reason[], suid: string): Reason {
  const key = foldCase(suid);
  const found = reasons.find(({ suidKey }) => suidKey === key);
  if (!found) throw refusalAt("not_found", pointer, `No material reason has the SUID ${suid}.`);
  return found;
}

/** Refuses (`reason_not_assigned`, `inactive`) a reason that can't be used for a transaction. */
export function requireAssigned(reason: Reason, transaction: ReasonTransaction): void {
  if (!reason.transactions.includes(transaction)) {
    throw refusalAt(
      "reason_not_assigned",
      pointer,
      `The reason ${reason.suid} is not assigned to the transaction ${transaction}.`,
    );
  }
  requireActive(reason, `The reason ${reason.suid}`, pointer);
}
