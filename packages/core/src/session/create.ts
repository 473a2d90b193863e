import type { Logged } from "../database/executor.ts";
import { keysById } from "../access/key.ts";
import {
  type Attribution,
  type Context,
  create,
  type RowsOf,
  storedFields,
  verb,
} from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { idleMinutesDefault, newestTime, sessionHoursDefault } from "./limits.ts";
import type { Session } from "./session.ts";

export interface CreateSessionInput {
  /** SHA-256 of the token, in lower-case hexadecimal. */
  readonly hash: string;
  /** The minutes without a request after which it ends; 30 by default. */
  readonly idleMinutes?: number | undefined;
  /** The hours after which it ends anyway; 12 by default. */
  readonly hours?: number | undefined;
}

const hourMs = 3_600_000;

type OfKey = CreateSessionInput & { readonly keyId: number };

const load = (inputs: readonly OfKey[]) => ({
  keys: keysById({ ids: JSON.stringify(inputs.map(({ keyId }) => keyId)) }),
  newest: newestTime(),
});

interface Decision {
  readonly asserts: readonly [];
  readonly session: Session;
}

/** Decides a session, which never outlives its key. Refuses (`unauthorized`) a caller without one. */
function decide(
  { keys, newest }: RowsOf<ReturnType<typeof load>>,
  input: OfKey,
  by: Attribution,
): Decision {
  const { hash, keyId, idleMinutes = idleMinutesDefault, hours = sessionHoursDefault } = input;
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new Refusal("unauthorized", "The caller has no key.");
  // Its end is compared with the log, too: that can be ahead of a clock that was set back.
  const createdAt = Math.max(by.at, newest[0]?.at ?? 0);
  return {
    asserts: [],
    session: {
      id: 0,
      revNo: 1,
      hash,
      keyId,
      personId: null,
      stationSessionId: null,
      createdAt,
      expiresAt: Math.min(createdAt + hours * hourMs, key.expiresAt ?? Infinity),
      idleMinutes,
      endedAt: null,
      keyName: key.name,
      userId: key.userId,
      user: key.user,
      lastUsedAt: null,
    },
  };
}

const write = ({ session }: Decision) => [
  create("Session", storedFields("Session", session), { action: "created" }),
];

const answer = ({ session }: Decision, [created]: readonly Logged[]): Session => ({
  ...session,
  id: created!.id,
});

const ofKey = verb({
  conflicts: { of: ["Session/Create"], claims: { Session: "created" } },
  load,
  decide,
  write,
  answer,
});

/** Creates a session of the caller's key. */
export const createSession = Object.assign(
  (context: Context, input: CreateSessionInput): Promise<Session> =>
    ofKey(context, { ...input, keyId: context.principal.keyId }),
  { conflicts: ofKey.conflicts },
);
