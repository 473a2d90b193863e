import { parentPort } from "node:worker_threads";
import { recordPdf } from "@asbuilt/record-pdf";
import { workInBackground } from "../background.ts";
import { sha256 } from "../../sha256.ts";
import { readFonts } from "./fonts.ts";
import type { PdfAnswer, PdfRequest } from "./record-pdf.ts";

workInBackground();

const fonts = await readFonts();

async function answerTo({ id, text, timeZone }: PdfRequest): Promise<PdfAnswer> {
  try {
    const hashed = (some: string) => sha256(some, "hex");
    return { id, bytes: await recordPdf(text, { fonts, timeZone, sha256: hashed }) };
  } catch (error) {
    return { id, error };
  }
}

/** Responds to each record with its document. */
parentPort!.on("message", async (request: PdfRequest) => {
  const answer = await answerTo(request);
  const moved = answer.bytes ? [answer.bytes.buffer as ArrayBuffer] : [];
  parentPort!.postMessage(answer, moved);
});
