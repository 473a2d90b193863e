import { inArray, or, sql } from "drizzle-orm";
import { each, given, query } from "../database/query.ts";
import { signatureMeaning, user } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { rowText } from "../seal/logged-row.ts";
import { foldGiven } from "../values/fold-case.ts";
import type { SignedEntity } from "./signature.ts";

/** A record to sign: by its id, an item by its serial, or an order by its number. */
export interface SignedReference {
  readonly entity: SignedEntity;
  readonly id?: number | undefined;
  readonly visualSerialNo?: string | undefined;
  readonly orderNo?: string | undefined;
  /** The revision that was read. */
  readonly revNo: number;
}

/** The log has every record, also one that is gone: its last row has no fields after the change. */
const recordToSign = statement(() =>
  query
    .select({
      id: sql<number | null>`wanted.id`,
      /** The present revision; null if there was never such a record. */
      revNo: sql<number | null>`(select max(rev_no) from change_log
        where entity = wanted.entity and entity_id = wanted.id)`,
      isGone: sql<boolean>`coalesce((select after is null from change_log
        where entity = wanted.entity and entity_id = wanted.id
        order by rev_no desc limit 1), true)`.mapWith(Boolean),
      /** The row of the log of the revision that was read, as its seal covers it. */
      text: sql<string | null>`(select ${sql.raw(rowText("signed"))} from change_log as signed
        where signed.entity = wanted.entity and signed.entity_id = wanted.id
        and signed.rev_no = wanted.rev_no)`,
    })
    .from(
      sql`(select ${given("entity")} as entity, ${given("revNo")} as rev_no, coalesce(${given("id")},
        (select id from material_item where serial_key = ${given("serial")}),
        (select id from works_order where order_no_key = ${given("orderNo")})) as id) as wanted`,
    ),
);
export type RecordToSign = ReturnType<ReturnType<typeof recordToSign>["row"]>;

/** Reads the record to sign. */
export const readRecordToSign = ({ entity, id, visualSerialNo, orderNo, revNo }: SignedReference) =>
  recordToSign({
    entity,
    revNo,
    id: id ?? null,
    serial: foldGiven(visualSerialNo) ?? null,
    orderNo: foldGiven(orderNo) ?? null,
  });

/** Reads the meanings whose folded SUID or name is one of the keys (a JSON array). */
export const meaningsByKey = statement(() =>
  query
    .select({
      id: signatureMeaning.id,
      revNo: signatureMeaning.revNo,
      name: signatureMeaning.name,
      nameKey: signatureMeaning.nameKey,
      suidKey: signatureMeaning.suidKey,
      isActive: signatureMeaning.isActive,
    })
    .from(signatureMeaning)
    .where(
      or(
        inArray(signatureMeaning.suidKey, each("keys")),
        inArray(signatureMeaning.nameKey, each("keys")),
      ),
    ),
);
export type Meaning = ReturnType<ReturnType<typeof meaningsByKey>["row"]>;

/** Reads users by their `ids` (a JSON array). */
export const signersById = statement(() =>
  query
    .select({ id: user.id, revNo: user.revNo, name: user.name, roles: user.roles })
    .from(user)
    .where(inArray(user.id, each("ids"))),
);
