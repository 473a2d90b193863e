export type { Attachment } from "./attachment.ts";
export { namedContents, type NamedContent } from "./contents.ts";
export { acceptedEndings, checkOfContent, type ContentCheck } from "./media-type.rules.ts";
export { getAttachment, listAttachments, namedDigests } from "./read.ts";
export { removeAttachment } from "./remove.ts";
export type { AttachmentStore, Content, Flaw, Received } from "./store.ts";
export { uploadAttachment } from "./upload.ts";
