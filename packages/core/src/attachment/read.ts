import { inArray, sql } from "drizzle-orm";
import type { Executor } from "../database/executor.ts";
import { each, query } from "../database/query.ts";
import { attachment, type AttachedEntity } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { type Context, defineList, type Listing, type Page, readRows } from "../engine/index.ts";
import {
  type Attachment,
  attachmentsById,
  requireAttachment,
  selectAttachments,
} from "./attachment.ts";

/** The filters of the list. */
export interface AttachmentFilter {
  readonly id?: number | undefined;
  readonly entity?: AttachedEntity | undefined;
  readonly entityID?: number | undefined;
  readonly sha256?: string | undefined;
  /** Whether removed attachments are listed too. */
  readonly includeRemoved?: boolean | undefined;
}

const attachments = defineList(() => ({
  select: selectAttachments,
  table: attachment,
  filters: {
    id: attachment.id,
    entity: attachment.entity,
    entityId: attachment.entityId,
    sha256: attachment.sha256,
    isPresent: (value) => sql`(${attachment.removedAt} is null) = ${value}`,
  },
}));

/** Lists the attachments that match, by id. */
export const listAttachments = (
  context: Context,
  { id, entity, entityID, sha256, includeRemoved = false }: AttachmentFilter,
  page: Page,
): Promise<Listing<Attachment>> => {
  const isPresent = includeRemoved ? undefined : true;
  return attachments(context, { id, entity, entityId: entityID, sha256, isPresent }, page);
};

/** Returns an attachment, also a removed one. Refuses (`not_found`) if none has the id. */
export const getAttachment = async (context: Context, id: number): Promise<Attachment> =>
  requireAttachment(await readRows(context, attachmentsById({ ids: JSON.stringify([id]) })), id);

const named = statement(() =>
  query
    .select({ sha256: attachment.sha256 })
    .from(attachment)
    .where(inArray(attachment.sha256, each("digests"))),
);

/** Returns those of some digests that a row names. Their content is never removed. */
export async function namedDigests(
  executor: Pick<Executor, "read">,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const bound = named({ digests: JSON.stringify(digests) });
  const [rows] = await executor.read([bound]);
  return new Set(rows!.map((row) => bound.row(row).sha256));
}
