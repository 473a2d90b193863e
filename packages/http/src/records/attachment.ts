import type { AttachmentRecord } from "@asbuilt/contract";
import type { Attachment } from "@asbuilt/core";
import { wireTime, wireTimeOrNull } from "./wire.ts";

/** Returns an attachment in wire form. */
export const toAttachmentRecord = (one: Attachment): AttachmentRecord => ({
  id: one.id,
  revNo: one.revNo,
  entity: one.entity,
  entityID: one.entityId,
  fileName: one.fileName,
  mediaType: one.mediaType,
  size: one.size,
  sha256: one.sha256,
  description: one.description,
  createdAt: wireTime(one.createdAt),
  userID: one.userId,
  removedAt: wireTimeOrNull(one.removedAt),
});
