import { readFileSync } from "node:fs";
import { checkDeviceHistory, readDeviceHistory } from "@asbuilt/http";
import { readEnvironment } from "../configuration.ts";
import { trustedKeysOf } from "../service/sealing/key.ts";
import { sha256 } from "../sha256.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { attachedText, isPdf } from "./attached-record.ts";
import { anchorsFrom, counted, type VerifyOptions } from "./verify.ts";

/**
 * `asbuilt verify --record FILE`: checks a device history record by itself: the JSON, or the PDF to
 * which it is attached. Prints a line for each
 * problem, and what the seals cover. Returns 1 if there is a problem.
 */
export async function verifyRecord(path: string, { anchor }: VerifyOptions): Promise<number> {
  const record = readDeviceHistory(parsed(path));
  if (!record) throw new UserError(`${path}: this is no device history record`);
  const anchors = anchor === undefined ? undefined : anchorsFrom(anchor);
  const trusted = await trustedKeysOf(readEnvironment(process.env));
  const checked = await checkDeviceHistory(record, { sha256, trusted, anchors });
  const { problems, sealed, keys } = checked;
  for (const problem of problems) print(problem);
  const by = keys.length === 0 ? "" : ` by ${keys.join(", ")}`;
  print(`${path}: ${sealed} of ${counted(record.changes.length, "change")} sealed${by}`);
  if (!trusted && sealed > 0)
    print(`${path}: no sealing key is known here, so any key was accepted`);
  if (anchors) print(`${path}: checked against ${counted(anchors.length, "anchor")}`);
  const outcome = problems.length === 0 ? "no problems" : counted(problems.length, "problem");
  print(`${path}: ${record.visualSerialNo}, ${outcome}`);
  return problems.length === 0 ? 0 : 1;
}

/** Parses a record: the file itself, or what is attached to it if it is a PDF. */
function parsed(path: string): unknown {
  try {
    const bytes = readFileSync(path);
    const text = isPdf(bytes) ? attachedText(bytes) : bytes.toString("utf8");
    if (text !== undefined) return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path}: ${errorLineOf(error)}`);
  }
  throw new UserError(`${path}: no device history record is attached to this PDF`);
}
