import {
  type Attribution,
  type Change,
  type Context,
  type RowsOf,
  update,
  verb,
} from "../engine/index.ts";
import { requireCurrent } from "../rules/current.ts";
import { type Attachment, attachmentsById, requireAttachment } from "./attachment.ts";
import { closedTo, requireOpen } from "./rights.ts";

export interface RemoveAttachmentInput {
  readonly id: number;
  /** The revision that was read; without it, the attachment is removed as it is. */
  readonly revNo?: number | undefined;
  readonly comment?: string | null | undefined;
}

interface ByCaller extends RemoveAttachmentInput {
  readonly closed: ReturnType<typeof closedTo>;
}

const load = (inputs: readonly ByCaller[]) => ({
  attachments: attachmentsById({ ids: JSON.stringify(inputs.map(({ id }) => id)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly stored: Attachment;
  readonly removedAt: number;
  readonly comment: string | null;
}

/** Decides a removal. Refuses `not_found`, `forbidden` and `stale_revision`. */
function decide(
  { attachments }: RowsOf<ReturnType<typeof load>>,
  { id, revNo, comment, closed }: ByCaller,
  { at }: Attribution,
): Decision {
  const stored = requireAttachment(attachments, id);
  requireOpen(closed, stored.entity);
  requireCurrent("Attachment", stored, revNo, `Attachment ${id}`);
  return { asserts: [], stored, removedAt: stored.removedAt ?? at, comment: comment ?? null };
}

const write = ({ stored, removedAt, comment }: Decision): Change[] =>
  stored.removedAt === null
    ? [update("Attachment", stored, { removedAt }, { action: "removed", comment })]
    : [];

const answer = ({ stored, removedAt }: Decision): Attachment => ({
  ...stored,
  removedAt,
  revNo: stored.revNo + (stored.removedAt === null ? 1 : 0),
});

const byCaller = verb({
  conflicts: { of: ["Attachment/Remove"], claims: { Attachment: "" } },
  load,
  decide,
  write,
  answer,
});

/**
 * Removes an attachment from its record. The row and the content stay, as the log names them. One
 * that was removed before stays as it is. Refuses `forbidden`, `not_found` and `stale_revision`.
 */
export const removeAttachment = Object.assign(
  (context: Context, input: RemoveAttachmentInput): Promise<Attachment> =>
    byCaller(context, { ...input, closed: closedTo(context.principal) }),
  { conflicts: byCaller.conflicts },
);
