import { readFileSync } from "node:fs";
import { checkDeviceHistory, readDeviceHistory } from "@asbuilt/http";
import { readEnvironment } from "../configuration.ts";
import { trustedKeysOf } from "../service/sealing/key.ts";
import { sha256 } from "../sha256.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";
import { anchorsFrom, counted, type VerifyOptions } from "./verify.ts";

/**
 * `asbuilt verify --record FILE`: checks a device history record by itself. Prints a line for each
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

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UserError(`${path}: ${errorLineOf(error)}`);
  }
}
