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
 * How many rows of a table meet a condition, if the statement is given `isCounted`; else whether any
 * does, as 1 or 0. It takes long to count what is much used, and only a refusal tells the count.
 */
export const countIfTold = (table: SQL | SQLWrapper, condition: SQL): SQL<number> =>
  sql<number>`case ${sql.placeholder("isCounted")}
    when 1 then (select count(*) from ${table} where ${condition})
    else exists (select 1 from ${table} where ${condition}) end`.mapWith(Number);

/** The codes of refusals that say how much is in use. */
const countingCodes: ReadonlySet<RefusalCode> = new Set(["in_use", "fixed", "bom_status"]);

/** Runs a verb that only checks whether anything is in use; after such a refusal, with counts. */
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
 * Refuses (`in_use`) to delete what other records refer to, with how many of each kind.
 * `what` names the record, as it begins a sentence; `hint` says what can be done instead.
 */
export function requireUnused(
  what: string,
  counts: Readonly<Record<string, number>>,
  hint = "To retire it, set isActive to false.",
): void {
  const using = usesOf(counts);
  if (!using) return;
  const list = Object.entries(using)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(", ");
  throw new Refusal("in_use", `${what} is in use (${list}). ${hint}`, {
    members: { counts: using },
  });
}

/** The counts of those that do refer to a record; undefined where none does. */
export function usesOf(
  counts: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> | undefined {
  const using = Object.entries(counts).filter(([, count]) => count > 0);
  return using.length > 0 ? Object.fromEntries(using) : undefined;
}
