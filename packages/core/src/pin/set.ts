import {
  type Attribution,
  type Context,
  isRecorded,
  type Principal,
  type RowsOf,
  verb,
} from "../engine/index.ts";
import { refusalAt } from "../refusal.ts";
import { requireActive } from "../rules/named.ts";
import { freshMinutes, isFresh } from "../session/fresh.ts";
import { newestTime } from "../session/limits.ts";
import { sessionsById } from "../session/session.ts";
import { checkPin, type Identified } from "./check.ts";
import { forgetGuesses } from "./guesses.ts";
import { hashOfPin } from "./hash.ts";
import { userChangedMeanwhile } from "./refusal.ts";
import {
  type KeyOfCaller,
  keysOfCallers,
  pinChange,
  type PinOwner,
  type PinState,
  requireOwnDigits,
  requireUser,
  usersById,
} from "./state.ts";

export interface SetPinInput {
  /** The new PIN. */
  readonly pin: string;
  /** The PIN until now. Without it, the caller must have signed in just now. */
  readonly currentPin?: string | undefined;
  /** The person's badge, at a station. Without it, the PIN is that of the caller's user. */
  readonly badge?: string | undefined;
}

interface Hashed {
  readonly pin: string;
  readonly hash: string;
  readonly caller: Principal;
  /** The person who sent the current PIN. */
  readonly identified: Identified | undefined;
  /** Whether it was done under its name before: then nothing is decided again. */
  readonly isDone: boolean;
}

const load = (inputs: readonly Hashed[]) => ({
  users: usersById({
    ids: JSON.stringify(inputs.map(({ caller, identified }) => identified?.id ?? caller.userId)),
  }),
  keys: keysOfCallers({ ids: JSON.stringify(inputs.map(({ caller }) => caller.keyId)) }),
  sessions: sessionsById({
    ids: JSON.stringify(inputs.flatMap(({ caller }) => caller.sessionId ?? [])),
  }),
  newest: newestTime(),
});

interface Decision {
  readonly asserts: readonly [];
  readonly owner: PinOwner;
  readonly hash: string;
  readonly setAt: number;
}

function decide(
  { users, keys, sessions, newest }: RowsOf<ReturnType<typeof load>>,
  { pin, hash, caller, identified, isDone }: Hashed,
  { at }: Attribution,
): Decision {
  // Its record is swept after days: just now it was still there.
  if (isDone) throw userChangedMeanwhile();
  const owner = requireUser(users, identified?.id ?? caller.userId, undefined);
  requireActive(owner, `The user ${owner.name}`);
  if (identified) {
    // A change of the user since can be one of the PIN that was found right.
    if (owner.revNo !== identified.revNo) throw userChangedMeanwhile();
  } else {
    if (caller.tokenExpiresAt !== undefined) {
      throw refusalAt(
        "sign_in_again",
        "/currentPin",
        "A token of the directory is no sign-in of the person: send `currentPin`, or sign in.",
      );
    }
    requireOwnKey(
      owner,
      keys.find(({ id }) => id === caller.keyId),
    );
    const session = sessions.find(({ id }) => id === caller.sessionId);
    // A key itself is a sign-in with each request.
    if (session && !isFresh(session.createdAt, at, newest[0]?.at ?? 0)) {
      throw refusalAt(
        "sign_in_again",
        "/currentPin",
        `The session began more than ${freshMinutes} minutes ago: send \`currentPin\`, or sign in again ` +
          "first.",
      );
    }
  }
  requireOwnDigits(pin, owner);
  return { asserts: [], owner, hash, setAt: at };
}

/**
 * Refuses (`sign_in_again`) a key that is not the user's, or has less rights: it is no proof of the
 * person, who could use all of them with the PIN.
 */
function requireOwnKey({ id, roles, name }: PinOwner, key: KeyOfCaller | undefined): void {
  if (!key) return;
  const isBound = [key.addresses, key.externalSystems, key.operations].some(Boolean);
  const isWhole =
    roles === null || key.role === "admin" || roles.every((role) => role === key.role);
  if (!isBound && isWhole && key.userId === id) return;
  throw refusalAt(
    "sign_in_again",
    "/currentPin",
    `The key is bound, or has less rights than ${name}: send \`currentPin\`, or let an ` +
      "administrator reset the PIN.",
  );
}

const ofHashed = verb({
  conflicts: { of: ["User/SetPin"], claims: { User: "" } },
  load,
  decide,
  write: (decision: Decision) => [pinChange(decision, "pinSet")],
  answer: ({ owner, setAt }): PinState => ({
    userId: owner.id,
    user: owner.name,
    setAt,
    isTemporary: false,
  }),
});

/**
 * Sets the PIN of the holder of a badge, or of the caller's user. Refuses what `checkPin` refuses,
 * `sign_in_again`, `inactive` and `validation_failed`.
 */
export const setPin = Object.assign(
  async (context: Context, { pin, currentPin, badge }: SetPinInput): Promise<PinState> => {
    const caller = context.principal;
    // The current PIN of a repeated request is no longer that.
    if (await isRecorded(context)) {
      return ofHashed(context, { pin, hash: "", caller, identified: undefined, isDone: true });
    }
    const whose = badge === undefined ? { userID: caller.userId } : { badge };
    const identified =
      currentPin === undefined
        ? undefined
        : await checkPin(context, { ...whose, pin: currentPin }, true);
    const hash = await hashOfPin(pin, context.scrypt);
    const state = await ofHashed(context, { pin, hash, caller, identified, isDone: false });
    await forgetGuesses(context, state);
    return state;
  },
  { conflicts: ofHashed.conflicts },
);
