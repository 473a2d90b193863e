import { writeFileSync } from "node:fs";
import { readEnvironment } from "../configuration.ts";
import type { Target } from "../import/target.ts";
import { readFonts } from "../service/record-pdf/fonts.ts";
import { sha256 } from "../sha256.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { requestJson, requestText, type TargetOptions, withSealed } from "./with-target.ts";

export interface RecordOptions extends TargetOptions {
  readonly at?: string | undefined;
  readonly knownAt?: string | undefined;
  readonly to?: string | undefined;
  /** A new file for the document. */
  readonly pdf?: string | undefined;
}

const optionOfField = { visualSerialNo: "the serial", at: "--at", knownAt: "--known-at" };

/**
 * `asbuilt record SERIAL`: seals all rows, and prints the device history record of a unit. With `--pdf`
 * it writes the document instead, unless `--to` asks for the JSON too.
 */
export const record = (
  visualSerialNo: string,
  { at, knownAt, to, pdf, ...target }: RecordOptions,
): Promise<number> =>
  withSealed(target, async (service) => {
    const body = { visualSerialNo, at, knownAt };
    const path = "/api/DeviceHistoryRecord/Get";
    const text = await requestText(service, "POST", path, body, optionOfField);
    if (text === undefined) return 1;
    if (to !== undefined) writeNew("--to", to, text);
    if (pdf === undefined) {
      if (to === undefined) print(text);
      return 0;
    }
    const timeZone = await timeZoneOf(service, target);
    if (timeZone === undefined) return 1;
    writeNew("--pdf", pdf, await pdfOf(text, timeZone));
    return 0;
  });

/** Returns the time zone of the plant, as the service knows it; undefined if it refuses. */
async function timeZoneOf(service: Target, { url }: TargetOptions): Promise<string | undefined> {
  if (url === undefined) return readEnvironment(process.env).timeZone ?? "UTC";
  const session = await requestJson<{ timeZone: string }>(service, "POST", "/api/Session/Get", {});
  return session?.timeZone;
}

/** Makes the document here, in the bytes that the service makes. */
async function pdfOf(text: string, timeZone: string): Promise<Uint8Array> {
  const { recordPdf } = await import("@asbuilt/record-pdf");
  const hashed = (some: string) => sha256(some, "hex");
  return recordPdf(text, { fonts: await readFonts(), timeZone, sha256: hashed });
}

/** Writes a file without a line break at its end: its digest is that of the response. */
function writeNew(option: string, path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content, { flag: "wx" });
  } catch (error) {
    throw new UserError(`${option} ${path}: ${errorLineOf(error)}`);
  }
}
