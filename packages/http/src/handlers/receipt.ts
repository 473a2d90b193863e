import type { materialItemRoutes } from "@asbuilt/contract";
import { receive, receiveMany } from "@asbuilt/core";
import { requireStore } from "../body/file-step.ts";
import type { AppSettings, Handlers } from "../environment.ts";
import { toResults } from "../records/batch.ts";
import { readForeignDocument } from "../records/foreign-document.ts";
import { toReceivedItemRecord } from "../records/material-item.ts";
import { respond } from "../response/respond.ts";

export type ReceiptSettings = Pick<AppSettings, "attachments" | "plant" | "sha256">;
export type ReceiptHandlers = Pick<Handlers<typeof materialItemRoutes>, "receive" | "receiveMany">;

/** Returns the handlers of receipts, which can have the documents of other plants. */
export const receiptHandlers = (settings: ReceiptSettings): ReceiptHandlers => ({
  receive: async (c) => {
    const { input, settle } = await withDocument(settings, c.req.valid("json"));
    const received = await receive(c.get("context"), input);
    await settle();
    return respond(c, toReceivedItemRecord(received));
  },
  receiveMany: async (c) => {
    const { lines, atomic } = c.req.valid("json");
    const sent = await Promise.all(lines.map((line) => withDocument(settings, line)));
    const batch = { lines: sent.map(({ input }) => input), atomic };
    const outcomes = await receiveMany(c.get("context"), batch);
    await Promise.all(sent.map(({ settle }) => settle()));
    return respond(c, toResults(outcomes, toReceivedItemRecord));
  },
});

/**
 * Reads the document that a receipt sends, and keeps it before the receipt names it. Refuses
 * `document_refused` and `attachments_off`.
 */
async function withDocument<Sent extends { readonly document?: string | null | undefined }>(
  { attachments, plant, sha256 }: ReceiptSettings,
  { document: text, ...sent }: Sent,
) {
  const input = { ...sent, ownPlant: plant };
  if (text == null) return { input, settle: () => Promise.resolve() };
  const document = await readForeignDocument(text, sha256);
  const received = await requireStore(attachments).receive(bytesOf(text), document.size);
  await received.keep();
  return { input: { ...input, document }, settle: () => received.settle() };
}

/** A store takes bytes as they come. */
async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
