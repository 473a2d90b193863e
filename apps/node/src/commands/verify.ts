import { readFileSync } from "node:fs";
import { readEnvironment } from "../configuration.ts";
import { shownUrl } from "../database/location.ts";
import { verifyDatabase } from "../database/verification.ts";
import { hasKey, trustedKeysOf } from "../service/sealing/key.ts";
import { errorLineOf, print, UserError } from "../terminal/messages.ts";

/** The options of a verification. */
export interface VerifyOptions {
  /** A file with the output of `asbuilt anchor`. */
  readonly anchor?: string | undefined;
}

/** `asbuilt verify [FILE]`: prints a line for each problem. Returns 1 if there is one. */
export async function verify(file: string | undefined, options: VerifyOptions): Promise<number> {
  const configuration = readEnvironment(process.env);
  const database = file === undefined ? configuration.database : { url: `file:${file}` };
  const name = file ?? shownUrl(database.url);
  const anchor = options.anchor === undefined ? undefined : anchorIn(options.anchor);
  // A copy without its own key file is checked by the key of the configured database.
  const own = { ...configuration, database };
  const trusted = await trustedKeysOf(hasKey(own) ? own : configuration);
  const verified = await verifyDatabase(database, name, { anchor, trusted });
  const { schema, isOld, problems: found, audited } = verified;
  const problems = isOld
    ? [...found, "its schema is old: update it with `asbuilt migrate`"]
    : found;
  for (const problem of problems) print(problem);
  if (audited) {
    const { sealed, unsealed, keys } = audited;
    const by = keys.length === 0 ? "" : ` by ${keys.join(", ")}`;
    print(`${name}: ${sealed} rows of the change log sealed${by}, ${unsealed} not yet`);
    if (!trusted && sealed > 0) {
      print(`${name}: no sealing key is known here, so any key was accepted`);
    }
  }
  const outcome = problems.length === 0 ? "no problems" : `${problems.length} problems`;
  print(`${name}: schema ${schema}, ${outcome}`);
  return problems.length === 0 ? 0 : 1;
}

/** Reads the anchor in a file. Throws a UserError if there is none. */
function anchorIn(path: string): { id: number; hash: string } {
  try {
    const { id, hash } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (Number.isSafeInteger(id) && typeof hash === "string") return { id: id as number, hash };
  } catch (error) {
    throw new UserError(`--anchor: ${path} can't be read: ${errorLineOf(error)}`, 2);
  }
  throw new UserError(`--anchor: ${path} contains no output of \`asbuilt anchor\``, 2);
}
