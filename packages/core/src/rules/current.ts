import type { EntityName, Revision } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";

/** The refusal (`stale_revision`) of a change of an older revision, with the present record. */
export class StaleRecord extends Refusal {
  /** The kind of the record, whose slice has read it. */
  readonly entity: EntityName;
  readonly current: Revision;

  /** `revNo` is the present revision of the record, or of its part at `pointer`. */
  constructor(
    entity: EntityName,
    current: Revision,
    revNo: number,
    subject: string,
    pointer?: string,
  ) {
    const detail = `${subject} is at revision ${revNo}.`;
    super("stale_revision", detail, pointer === undefined ? {} : { errors: [{ pointer, detail }] });
    this.entity = entity;
    this.current = current;
  }
}

/**
 * Refuses (`stale_revision`) a change of an older revision. A request without a revision changes
 * the record as it is. `subject` names the record at the beginning of a sentence.
 */
export function requireCurrent(
  entity: EntityName,
  current: Revision,
  revNo: number | undefined,
  subject: string,
): void {
  if (revNo !== undefined && revNo !== current.revNo) {
    throw new StaleRecord(entity, current, current.revNo, subject);
  }
}
