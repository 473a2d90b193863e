import { eq, or, sql } from "drizzle-orm";
import { query } from "../database/query.ts";
import { user, userPin } from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import { callerOf, type Context, readChecked, type Revision } from "../engine/index.ts";
import { foldCase } from "../values/fold-case.ts";
import { countGuess, forgetGuesses } from "./guesses.ts";
import { isPinOf } from "./hash.ts";
import { PinRefusal } from "./refusal.ts";

/** A PIN, and whose it is said to be: the holder of a badge, or a user. */
export interface SentPin {
  readonly badge?: string | undefined;
  readonly userID?: number | undefined;
  readonly pin: string;
}

/** A user whose PIN was right, as it was read then: who writes relies on this revision. */
export interface Identified extends Revision {
  readonly name: string;
  /** The folded badge; null without one. */
  readonly badgeKey: string | null;
}

const usersWithPins = statement(() =>
  query
    .select({
      id: user.id,
      revNo: user.revNo,
      name: user.name,
      isActive: user.isActive,
      badgeKey: user.badgeKey,
      hash: userPin.hash,
      isTemporary: userPin.isTemporary,
    })
    .from(user)
    .leftJoin(userPin, eq(userPin.userId, user.id))
    .where(or(eq(user.id, sql.placeholder("id")), eq(user.badgeKey, sql.placeholder("badge")))),
);

/**
 * Returns the user whose PIN it is. Each check counts as a guess until the PIN is found right: of the
 * person, and of the station, whose key the caller has. Refuses `pin_refused` for a wrong PIN, and in
 * the same way and time for an unknown badge, a retired user and one without a PIN; `pin_locked` after
 * too many guesses; and `pin_temporary` a PIN that an administrator chose, unless it is to be changed.
 */
export async function checkPin(
  context: Context,
  { badge, userID, pin }: SentPin,
  isToBeChanged = false,
): Promise<Identified> {
  const asked = usersWithPins({
    id: userID ?? 0,
    badge: badge === undefined ? null : foldCase(badge),
  });
  const [rows] = await readChecked(context, [asked]);
  const found = rows!.map(asked.row)[0];
  const guess = { userId: found?.id, keyId: callerOf(context.principal) };
  const counted = await countGuess(context, guess);
  if ("waitS" in counted) throw locked(guess.userId, counted.waitS);
  const isRight = await isPinOf(pin, found?.hash, context.scrypt);
  if (!isRight || !found?.isActive) {
    const detail = "The badge or the PIN is not right, or nobody who is active has them.";
    throw new PinRefusal({ code: "pin_refused", detail, userId: guess.userId });
  }
  await forgetGuesses(context, { userId: found.id });
  if (found.isTemporary === true && !isToBeChanged) {
    const detail = "An administrator chose this PIN. Set your own one first.";
    throw new PinRefusal({ code: "pin_temporary", detail, userId: found.id });
  }
  const { id, revNo, name, badgeKey } = found;
  return { id, revNo, name, badgeKey };
}

const locked = (userId: number | undefined, retryAfterS: number) =>
  new PinRefusal({
    code: "pin_locked",
    detail:
      "Too many wrong PINs were sent for this person or from this station. The next one is taken in " +
      `${retryAfterS} seconds.`,
    userId,
    retryAfterS,
  });
