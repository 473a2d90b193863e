import { readFileSync } from "node:fs";
import { readConfiguration } from "../configuration.ts";
import { shown } from "../database/database.ts";
import { print } from "../terminal/print.ts";
import { hasKey, trustedKeysOf } from "../service/sealing/key.ts";
import { reasonOf, UserError } from "../terminal/user-error.ts";
import { verifyDatabase } from "../database/verification.ts";

/** What a verification is told beside the database. */
export interface VerifyOptions {
  /** A file with what `asbuilt anchor` printed. */
  readonly anchor?: string | undefined;
}

/** `asbuilt verify [FILE]`: prints a line for each problem; the exit status is 1 if there is one. */
export async function verify(file: string | undefined, options: VerifyOptions): Promise<number> {
  const configuration = readConfiguration(process.env);
  const database = file === undefined ? configuration.database : { url: `file:${file}` };
  const name = file ?? shown(database.url);
  const anchor = options.anchor === undefined ? undefined : anchorIn(options.anchor);
  // A copy without a key of its own is held to that of the configured database.
  const own = { ...configuration, database };
  const trusted = await trustedKeysOf(hasKey(own) ? own : configuration);
  const verified = await verifyDatabase(database, name, { anchor, trusted });
  const { schema, isOld, problems: found, audited } = verified;
  const problems = isOld ? [...found, "its schema is old: `asbuilt migrate` renews it"] : found;
  for (const problem of problems) print(problem);
  if (audited) {
    const { sealed, unsealed, keys } = audited;
    const by = keys.length === 0 ? "" : ` by ${keys.join(", ")}`;
    print(`${name}: ${sealed} rows of the log sealed${by}, ${unsealed} not yet`);
    if (!trusted && sealed > 0) {
      print(`${name}: no sealing key is known here, so that any was accepted`);
    }
  }
  const outcome = problems.length === 0 ? "no problems" : `${problems.length} problems`;
  print(`${name}: schema ${schema}, ${outcome}`);
  return problems.length === 0 ? 0 : 1;
}

/** The anchor in a file. Throws a UserError where there is none. */
function anchorIn(path: string): { id: number; hash: string } {
  try {
    const { id, hash } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    if (Number.isSafeInteger(id) && typeof hash === "string") return { id: id as number, hash };
  } catch (error) {
    throw new UserError(`--anchor: ${path} can't be read: ${reasonOf(error)}`, 2);
  }
  throw new UserError(`--anchor: ${path} holds no anchor, as \`asbuilt anchor\` prints it`, 2);
}
