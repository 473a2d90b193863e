import { type SQL, sql } from "drizzle-orm";
import type { SignedOperation } from "../database/schema/index.ts";

/** A rule that can concern an operation on a record. */
export interface AppliedRule {
  readonly id: number;
  readonly name: string;
  readonly operation: SignedOperation;
  readonly meaningId: number;
  readonly meaning: string;
  readonly roles: readonly string[] | null;
  readonly count: number;
  readonly byAnother: boolean;
  /** Whether it is limited to records with slots of a type. */
  readonly isOfSlotType: boolean;
}

/** A signature of the present revision of a record. */
interface PresentSignature {
  readonly id: number;
  readonly revNo: number;
  readonly meaningId: number;
  readonly userId: number;
  readonly user: string;
  readonly roles: readonly string[];
}

/** The facts about the signatures that an operation on a record needs. */
export interface Signing {
  /** The id of the newest rule that there ever was; 0 without one. */
  readonly lastRule: number;
  /** Null where the plant has no rules. */
  readonly plant: {
    /** The id and the revision of every rule. */
    readonly revisions: readonly (readonly [id: number, revNo: number])[];
    /** The active rules that fit the record. */
    readonly rules: readonly AppliedRule[];
    readonly signatures: readonly PresentSignature[];
    /** The users who changed the record, or signed that they performed its work. */
    readonly performers: readonly number[];
  } | null;
}

/** SQL of a record: its kind in quotes, its id and revision, the type of its product, its version. */
interface RecordInSql {
  readonly entity: string;
  readonly id: string;
  readonly revNo: string;
  readonly productTypeId: string;
  /** The BoM version whose slots a rule can name; `null` of a record without one. */
  readonly versionId: string;
}

const parseSigning = (text: string) => JSON.parse(text) as Signing;

/** SQLite has no flags: they are numbers, which its JSON would keep. */
const asFlag = (condition: string) => `json(iif(${condition}, 'true', 'false'))`;

/** A receipt or a start is no work on an item: it makes the record that the work is recorded in. */
const beginnings = "('received', 'started')";

/**
 * Selects what decides about the signatures of a record. A plant without rules costs a look at an
 * empty table, and one at the log for the id that its first rule would get.
 */
export const signingOf = ({
  entity,
  id,
  revNo,
  productTypeId,
  versionId,
}: RecordInSql): SQL<Signing> =>
  sql<Signing>`${sql.raw(`json_object(
    'lastRule', (select coalesce(max(entity_id), 0) from change_log where entity = 'SignatureRule'),
    'plant', case when exists (select 1 from signature_rule) then json_object(
      'revisions', (select json_group_array(json_array(id, rev_no)) from signature_rule),
      'rules', (select json_group_array(json_object('id', rule.id, 'name', rule.name,
          'operation', rule.operation, 'meaningId', rule.meaning_id, 'meaning', meaning.name,
          'roles', json(rule.roles), 'count', rule.count, 'byAnother', ${asFlag("rule.by_another")},
          'isOfSlotType', ${asFlag("rule.build_slot_type_id is not null")}))
        from signature_rule as rule
        join signature_meaning as meaning on meaning.id = rule.meaning_id
        where rule.is_active
        and (rule.product_type_id is null or rule.product_type_id = ${productTypeId})
        and (rule.build_slot_type_id is null or exists (select 1 from bom_slot as slot
          where slot.bom_version_id = ${versionId} and slot.is_active
          and slot.build_slot_type_id = rule.build_slot_type_id))),
      'signatures', (select json_group_array(json_object('id', given.id,
          'revNo', given.signed_rev_no, 'meaningId', given.meaning_id, 'userId', given.user_id,
          'user', given.signer, 'roles', json(given.roles)))
        from signature as given where given.entity = '${entity}' and given.entity_id = ${id}
        and given.signed_rev_no = ${revNo}),
      'performers', (select json_group_array(user_id) from (
        select user_id from change_log as work where work.entity = '${entity}'
          and work.entity_id = ${id} and work.user_id is not null
          and work.action not in ${beginnings}
        union select given.user_id from signature as given
          join signature_meaning as meaning on meaning.id = given.meaning_id
          where given.entity = '${entity}' and given.entity_id = ${id}
          and meaning.suid_key = 'performed'))) end)`)}`.mapWith(parseSigning);
