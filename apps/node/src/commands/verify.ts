import type { Anchor } from "@asbuilt/core";
import { attachmentsFolderOf, folderOfCopy } from "../attachments/folder.ts";
import { folderStore } from "../attachments/store.ts";
import { readEnvironment } from "../configuration.ts";
import { whyNotThere } from "../database/access.ts";
import { isFile, shownUrl } from "../database/location.ts";
import { newestSchema } from "../database/migrations.ts";
import { verifyDatabase } from "../database/verification.ts";
import { hasKey, trustedKeysOf } from "../service/sealing/key.ts";
import { complain, print, UserError } from "../terminal/messages.ts";
import { keptAnchorOf } from "../service/sealing/kept-anchor.ts";
import { readAnchorFile } from "./anchor-file.ts";

/** The options of a verification. */
export interface VerifyOptions {
  /** A file with outputs of `asbuilt anchor`, or lines of an anchor log. */
  readonly anchor?: string | undefined;
}

/** `asbuilt verify [FILE]`: prints a line for each problem. Returns 1 if there is one. */
export async function verify(file: string | undefined, options: VerifyOptions): Promise<number> {
  const configuration = readEnvironment(process.env);
  const missing = file === undefined ? undefined : whyNotThere(file, "given");
  if (missing !== undefined) throw new UserError(`${file}: ${missing}`);
  const database = file === undefined ? configuration.database : { url: `file:${file}` };
  const name = file ?? shownUrl(database.url);
  const given = options.anchor === undefined ? undefined : anchorsFrom(options.anchor);
  // A copy has its own anchor, or none: it can be older than the configured database.
  const keptAnchor = file === undefined ? configuration.keptAnchor : undefined;
  // A copy without its own key file is checked by the key of the configured database.
  const own = { ...configuration, database, keptAnchor };
  const anchors = [...(given ?? []), ...(await keptAnchorOf(own))];
  const trusted = await trustedKeysOf(hasKey(own) ? own : configuration);
  const folder = file === undefined ? attachmentsFolderOf(configuration) : folderOfCopy(file);
  const attachments = folder === undefined ? undefined : folderStore(folder);
  const verified = await verifyDatabase(database, name, { anchors, trusted, attachments });
  const { schema, isOld, audited } = verified;
  const isUnchecked = isOld && !isFile(database.url);
  const old = isUnchecked
    ? [`its schema ${schema} is older than ${newestSchema()}: update it with \`asbuilt migrate\``]
    : [];
  const problems = [...verified.problems, ...verified.timeProblems, ...old];
  for (const problem of problems) print(problem);
  if (isOld && !isUnchecked) {
    print(`${name}: its schema is older than ${newestSchema()}: a migrated copy was checked`);
  }
  if (audited) {
    const { sealed, unsealed, keys, contents } = audited;
    const by = keys.length === 0 ? "" : ` by ${keys.join(", ")}`;
    print(`${name}: ${sealed} rows of the change log sealed${by}, ${unsealed} not yet`);
    if (!trusted && sealed > 0) {
      print(`${name}: no sealing key is known here, so any key was accepted`);
    }
    if (contents === undefined) {
      print(`${name}: ASBUILT_ATTACHMENTS is not set: the content of attachments was not checked`);
    } else if (contents > 0) {
      print(`${name}: ${counted(contents, "content")} of attachments compared in ${folder}`);
    }
    if (given) print(`${name}: checked against ${counted(given.length, "anchor")}`);
  }
  const outcome = problems.length === 0 ? "no problems" : counted(problems.length, "problem");
  print(`${name}: schema ${schema}, ${outcome}`);
  return problems.length === 0 ? 0 : 1;
}

/** Reads the anchors in a file, and reports the lines that it ignores. */
export function anchorsFrom(path: string): readonly Anchor[] {
  const { anchors, others } = readAnchorFile(path);
  const [first, ...more] = others;
  if (first !== undefined) {
    const which =
      more.length === 0
        ? `line ${first}, which holds no anchor`
        : `${others.length} lines that hold no anchor, the first of them line ${first}`;
    complain(`${path}: ignored ${which}`);
  }
  return anchors;
}

/** Returns a number with its noun. */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
