import { type Bound, plainSql } from "../database/bound.ts";
import { rowsOf } from "../database/executor.ts";
import { writeUnread } from "../database/unlogged.ts";
import type { Context } from "../engine/index.ts";
import { newUuid } from "../values/uuid.ts";

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** The most wrong PINs in a time: of a person, and of all persons at one station. */
export const guessLimits = [
  { of: "user_id", most: 5, ms: 15 * minuteMs },
  { of: "user_id", most: 20, ms: dayMs },
  { of: "key_id", most: 30, ms: 15 * minuteMs },
] as const;

/** A PIN that is being tried. */
interface Guess {
  /** The person whose PIN it is said to be; undefined for an unknown badge. */
  readonly userId: number | undefined;
  /** The key of the station. */
  readonly keyId: number;
}

/** A guess that was counted; or the seconds until the next one is. */
export type CountedGuess = { readonly id: string } | { readonly waitS: number };

/** SQL of the time at which a limit has room again; null while it has. */
const fullUntil = ({ of, most, ms }: (typeof guessLimits)[number]) =>
  `(select at + ${ms} from pin_guess where ${of} = ? and at > ? order by at desc limit 1 offset ${most - 1})`;

/**
 * Counts a guess before it is made, unless a limit is reached. It is one statement, so that callers
 * who come together get no more guesses than the limit; and it is in the database, so that neither a
 * restart nor another process gives more.
 */
export async function countGuess(
  { executor, now }: Pick<Context, "executor" | "now">,
  { userId, keyId }: Guess,
): Promise<CountedGuess> {
  const [id, at] = [newUuid(), now()];
  const of = { user_id: userId ?? null, key_id: keyId };
  const limits = guessLimits.flatMap((limit) => [of[limit.of], at - limit.ms]);
  const isFull = guessLimits.map((limit) => `${fullUntil(limit)} is null`).join(" and ");
  await writeUnread(executor, [
    plainSql("delete from pin_guess where at <= ?", [at - dayMs]),
    plainSql(
      `insert into pin_guess (id, user_id, key_id, at) select ?, ?, ?, ? where ${isFull}
      on conflict (id) do nothing`,
      [id, of.user_id, keyId, at, ...limits],
    ),
  ]);
  const counted: Bound<readonly (number | null)[]> = {
    sql: `select (select 1 from pin_guess where id = ?), ${guessLimits.map(fullUntil).join(", ")}`,
    params: [id, ...limits],
    row: (row) => row as readonly (number | null)[],
  };
  const [found] = await rowsOf(executor, counted);
  const [isCounted, ...until] = found!;
  if (isCounted !== null) return { id };
  return { waitS: Math.max(1, Math.ceil((Math.max(...until.map(Number)) - at) / 1000)) };
}

/** Takes back what was counted of a person: the PIN was right, or there is a new one. */
export const forgetGuesses = (
  { executor }: Pick<Context, "executor">,
  { userId }: { readonly userId: number },
): Promise<void> =>
  writeUnread(executor, [plainSql("delete from pin_guess where user_id = ?", [userId])]);
