import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { errorLineOf, UserError } from "../terminal/messages.ts";

/** A place in the events of a service. */
const Place = z.object({
  /** The id of the last event that was followed. */
  after: z.int(),
  /** The time of that event: after a restore, another one has its id. Null if it can't be read. */
  time: z.string().nullable(),
});
export type Place = z.infer<typeof Place>;

const KeptPart = z.object({
  /** The id of the part here. */
  id: z.int(),
  /** The digest of what the owner had when it was last kept. */
  digest: z.string().optional(),
});

const KeptRecord = z.object({
  id: z.int(),
  digest: z.string().optional(),
  /** The versions, slots and candidates of a BoM, by the owner's names for them. */
  parts: z.record(z.string(), KeptPart).optional(),
});

const State = z.object({
  /** The address of the owner. */
  from: z.string(),
  /** Where the events of the owner, and those of this plant, continue. None before the first pass. */
  places: z.object({ owner: Place, own: Place }).optional(),
  /** The records that are kept, by the owner's names for them, such as `Product/17`. */
  records: z.record(z.string(), KeptRecord),
  /** The records that were refused here, by the same names, with the reason. */
  refused: z.record(z.string(), z.string()),
});

export type KeptPart = z.infer<typeof KeptPart>;
export type KeptRecord = z.infer<typeof KeptRecord>;
export type State = z.infer<typeof State>;

/** Reads the state of an owner; a new one if there is no file. Throws a UserError for another's. */
export function readState(path: string, from: string): State {
  const text = readIfThere(path);
  if (text === undefined) return { from, records: {}, refused: {} };
  const read = State.safeParse(jsonOf(text));
  if (!read.success) throw new UserError(`${path}: not a file that \`asbuilt follow\` has written`);
  if (read.data.from === from) return read.data;
  throw new UserError(`${path}: it is of ${read.data.from}. Name another file with --state.`);
}

/** Writes the state. A process that is killed leaves the old state or the new one. */
export function writeState(path: string, state: State): void {
  try {
    writeFileSync(`${path}.part`, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
  } catch (error) {
    throw new UserError(`${path}: can't be written: ${errorLineOf(error)}`);
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UserError(`${path}: can't be read: ${errorLineOf(error)}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
