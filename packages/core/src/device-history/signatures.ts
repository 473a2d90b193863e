import { getTableColumns, inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { signature } from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import type { Context } from "../engine/index.ts";
import { type AsOf, isInState, valuesOfState } from "../genealogy/as-of.ts";
import { readOfItems } from "../genealogy/of-items.ts";
import type { RecordedChange } from "./changes.ts";

const selectInState = () =>
  query
    .select({
      ...getTableColumns(signature),
      /** Whether no later revision of the signed record belongs to the state. */
      covers: sql<boolean>`not exists (select 1 from change_log as later
        where later.entity = ${signature.entity} and later.entity_id = ${signature.entityId}
        and later.rev_no = ${signature.signedRevNo} + 1
        and ${isInState(sql`later.seq`)})`.mapWith(Boolean),
    })
    .from(signature)
    .where(inArray(signature.id, each("ids")))
    .orderBy(signature.id);

/** Reads signatures by their ids, and whether each covers its record in a state. */
export const signaturesInState = statement(selectInState);

/** A signature of a record, and its place in the log. */
export type RecordedSignature = RowOf<ReturnType<typeof selectInState>> & { readonly seq: number };

/** Reads the signatures among changes, in the order of the log. */
export async function signaturesOf(
  context: Context,
  changes: readonly RecordedChange[],
  asOf: AsOf,
): Promise<readonly RecordedSignature[]> {
  const seqs = new Map(
    changes
      .filter(({ entity }) => entity === "Signature")
      .map(({ id, entityId }) => [entityId, id] as const),
  );
  if (seqs.size === 0) return [];
  const rows = await readOfItems(context, [...seqs.keys()], (ids) =>
    signaturesInState({ ids, ...valuesOfState(asOf) }),
  );
  return rows
    .map((row) => Object.assign(row, { seq: seqs.get(row.id)! }))
    .toSorted((one, other) => one.seq - other.seq);
}
