import {
  type Attribution,
  type Context,
  removePart,
  type RowsOf,
  update,
  verb,
} from "../engine/index.ts";
import { requireActive } from "../rules/named.ts";
import { forgetGuesses } from "./guesses.ts";
import { hashOfPin } from "./hash.ts";
import {
  pinChange,
  type PinOwner,
  type PinState,
  requireOwnDigits,
  requireUser,
  usersById,
} from "./state.ts";

export interface ResetPinInput {
  readonly userID: number;
  /** The PIN that the person uses once, to set another one. */
  readonly pin: string;
}

/** The hash is made before the command: it takes long. */
type Hashed = ResetPinInput & { readonly hash: string };

const load = (inputs: readonly { readonly userID: number }[]) => ({
  users: usersById({ ids: JSON.stringify(inputs.map(({ userID }) => userID)) }),
});
type Facts = RowsOf<ReturnType<typeof load>>;

interface Decision {
  readonly asserts: readonly [];
  readonly owner: PinOwner;
  readonly hash: string;
  readonly setAt: number;
}

function decide({ users }: Facts, { userID, pin, hash }: Hashed, { at }: Attribution): Decision {
  const owner = requireUser(users, userID, "/userID");
  requireActive(owner, `The user ${owner.name}`, "/userID");
  requireOwnDigits(pin, owner);
  return { asserts: [], owner, hash, setAt: at };
}

const ofHashed = verb({
  conflicts: { of: ["User/ResetPin"], claims: { User: "" } },
  load: (inputs: readonly Hashed[]) => load(inputs),
  decide,
  write: (decision: Decision) => [pinChange(decision, "pinReset")],
  answer: ({ owner, setAt }): PinState => ({
    userId: owner.id,
    user: owner.name,
    setAt,
    isTemporary: true,
  }),
});

/**
 * Gives a user a PIN that is only good for setting another one. Refuses `not_found`, `inactive` and
 * `validation_failed`.
 */
export const resetPin = Object.assign(
  async (context: Context, input: ResetPinInput): Promise<PinState> => {
    const hash = await hashOfPin(input.pin, context.scrypt);
    const state = await ofHashed(context, { ...input, hash });
    await forgetGuesses(context, state);
    return state;
  },
  { conflicts: ofHashed.conflicts },
);

/** Takes the PIN of a user away. One who has none stays as it is. Refuses `not_found`. */
export const clearPin = verb({
  conflicts: { of: ["User/ClearPin"], claims: { User: "with a PIN" } },
  load,
  decide: ({ users }: Facts, { userID }: { readonly userID: number }) => ({
    asserts: [],
    owner: requireUser(users, userID, "/userID"),
  }),
  write: ({ owner }) =>
    owner.pinSetAt === null
      ? []
      : [
          update(
            "User",
            owner,
            { pinSetAt: null },
            { action: "pinCleared", unlogged: [removePart("userPin", { userId: owner.id })] },
          ),
        ],
  answer: ({ owner }): PinState => ({
    userId: owner.id,
    user: owner.name,
    setAt: null,
    isTemporary: false,
  }),
});
