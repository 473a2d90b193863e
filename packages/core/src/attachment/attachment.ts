import { getTableColumns, inArray, sql } from "drizzle-orm";
import { each, query } from "../database/query.ts";
import { attachment } from "../database/schema/index.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";

/** Selects attachments, with the user who uploaded each. */
export const selectAttachments = () =>
  query
    .select({
      ...getTableColumns(attachment),
      userId: sql<number | null>`(select user_id from change_log where entity = 'Attachment'
        and entity_id = ${attachment.id} and rev_no = 1)`,
    })
    .from(attachment);

/** An attachment of a record. Times are in milliseconds. */
export type Attachment = RowOf<ReturnType<typeof selectAttachments>>;

/** Reads the attachments with these ids (a JSON array). */
export const attachmentsById = statement(() =>
  selectAttachments().where(inArray(attachment.id, each("ids"))),
);

/** Returns the attachment with an id. Refuses (`not_found`) if there is none. */
export function requireAttachment(found: readonly Attachment[], id: number): Attachment {
  const stored = found.find((one) => one.id === id);
  if (stored) return stored;
  throw new Refusal("not_found", `No attachment has the id ${id}.`);
}
