import type { attachmentRoutes } from "@asbuilt/contract";
import {
  type Attachment,
  getAttachment,
  listAttachments,
  removeAttachment,
  uploadAttachment,
} from "@asbuilt/core";
import { requireStore } from "../body/file-step.ts";
import type { AppSettings, Handlers } from "../environment.ts";
import { toAttachmentRecord } from "../records/attachment.ts";
import { respond, respondList } from "../response/respond.ts";

/** Returns the handlers of attachments. */
export const attachmentHandlers = ({
  attachments,
}: AppSettings): Handlers<typeof attachmentRoutes> => ({
  upload: async (c) => {
    const { received, mediaType } = c.get("file")!;
    const { sha256, size } = received;
    const input = { ...c.req.valid("query"), mediaType, sha256, size };
    // First the content, then the row: no row names a content that is not there.
    await received.keep();
    const attachment = await uploadAttachment(c.get("context"), input);
    await received.settle();
    return respond(c, toAttachmentRecord(attachment));
  },
  list: (c) =>
    respondList(
      c,
      listAttachments(c.get("context"), c.req.valid("json"), c.req.valid("query")),
      toAttachmentRecord,
    ),
  get: async (c) =>
    respond(c, toAttachmentRecord(await getAttachment(c.get("context"), c.req.valid("json").id))),
  content: async (c) => {
    const attachment = await getAttachment(c.get("context"), c.req.valid("param").id);
    const bytes = await requireStore(attachments).open(attachment.sha256);
    if (!bytes) {
      throw new Error(`The content of attachment ${attachment.id} is missing: asbuilt verify.`);
    }
    const headers = { ...c.get("headers"), ...headersOf(attachment) };
    if (c.req.method !== "HEAD") return new Response(bytes, { headers });
    await bytes.cancel();
    return new Response(null, { headers });
  },
  remove: async (c) =>
    respond(c, toAttachmentRecord(await removeAttachment(c.get("context"), c.req.valid("json")))),
});

/**
 * A content was made by somebody else. A browser shows none of it at the address of the service: it
 * saves it as a file, and would give it no script and no origin.
 */
const headersOf = ({ fileName, size, sha256 }: Attachment) => ({
  "Content-Type": "application/octet-stream",
  "Content-Length": String(size),
  "Content-Disposition": dispositionOf(fileName),
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Repr-Digest": `sha-256=:${base64Of(sha256)}:`,
});

/** Writes the name of a file twice: in ASCII for old clients, and whole (RFC 6266, RFC 8187). */
function dispositionOf(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\x20-\x7e]|["%\\]/g, "_");
  const whole = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}

const base64Of = (hex: string): string =>
  btoa(hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
