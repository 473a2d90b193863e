import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import {
  type Command,
  type Conflicts,
  type Context,
  execute,
  type Queries,
  type Reliance,
  type Verb,
} from "../engine/index.ts";
import { Refusal, type RefusalCode } from "../refusal.ts";

/**
 * Counts the rows of a table that meet a condition if the parameter `isCounted` is 1; otherwise
 * returns 1 or 0 for whether there is one. Counting can take long, and only refusals need it.
 */
export const countIfRequested = (table: SQL | SQLWrapper, condition: SQL): SQL<number> =>
  sql<number>`case ${sql.placeholder("isCounted")}
    when 1 then (select count(*) from ${table} where ${condition})
    else exists (select 1 from ${table} where ${condition}) end`.mapWith(Number);

/** The codes of refusals that report the number of uses. */
const countingCodes: ReadonlySet<RefusalCode> = new Set(["in_use", "fixed", "bom_status"]);

/** Runs a verb without counting uses, and again with counts if uses make it refuse. */
export const countWhereRefused = <Answer>(
  run: (isCounted: boolean) => Promise<Answer>,
): Promise<Answer> =>
  run(false).catch((error: unknown) => {
    if (error instanceof Refusal && countingCodes.has(error.code)) return run(true);
    throw error;
  });

/** The verb of a command that counts uses only for a refusal. */
export function countingVerb<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Omit<Command<Input, Loaded, Decision, Answer>, "load"> & {
    readonly conflicts: Conflicts;
    load(inputs: readonly Input[], isCounted: boolean): Loaded;
  },
): Verb<Input, Answer> {
  const loading = (isCounted: boolean): Command<Input, Loaded, Decision, Answer> => ({
    ...command,
    load: (inputs) => command.load(inputs, isCounted),
  });
  const plain = loading(false);
  const counting = loading(true);
  return Object.assign(
    (context: Context, input: Input) =>
      countWhereRefused((isCounted) => execute(context, isCounted ? counting : plain, input)),
    { conflicts: command.conflicts },
  );
}

/**
 * Refuses (`in_use`) to delete a record that others refer to, with their number by kind. `subject`
 * names the record at the beginning of a sentence. `hint` says what the caller can do instead.
 */
export function requireUnused(
  subject: string,
  counts: Readonly<Record<string, number>>,
  hint = "To retire it, set isActive to false.",
): void {
  const using = usesOf(counts);
  if (!using) return;
  const list = Object.entries(using)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
  throw new Refusal("in_use", `${subject} is in use (${list}). ${hint}`, {
    members: { counts: using },
  });
}

/** Returns the counts above 0 by kind of record, or undefined if there is none. */
export function usesOf(
  counts: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> | undefined {
  const using = Object.entries(counts).filter(([, count]) => count > 0);
  return using.length > 0 ? Object.fromEntries(using) : undefined;
}
