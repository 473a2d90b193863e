import { writeFileSync } from "node:fs";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { requestText, type TargetOptions, withSealed } from "./with-target.ts";

export interface RecordOptions extends TargetOptions {
  readonly at?: string | undefined;
  readonly knownAt?: string | undefined;
  readonly to?: string | undefined;
}

const optionOfField = { visualSerialNo: "the serial", at: "--at", knownAt: "--known-at" };

/** `asbuilt record SERIAL`: seals all rows, and prints the device history record of a unit. */
export const record = (
  visualSerialNo: string,
  { at, knownAt, to, ...target }: RecordOptions,
): Promise<number> =>
  withSealed(target, async (service) => {
    const body = { visualSerialNo, at, knownAt };
    const path = "/api/DeviceHistoryRecord/Get";
    const text = await requestText(service, "POST", path, body, optionOfField);
    if (text === undefined) return 1;
    if (to === undefined) print(text);
    else writeNew(to, text);
    return 0;
  });

/** Writes a file without a line break at its end: its digest is that of the response. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    throw new UserError(`--to ${path}: ${errorLineOf(error)}`);
  }
}
