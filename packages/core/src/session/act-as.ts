import type { Logged } from "../database/executor.ts";
import { keysById } from "../access/key.ts";
import {
  type Attribution,
  type Context,
  create,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import { checkPin, type Identified } from "../pin/check.ts";
import { Refusal } from "../refusal.ts";
import { newestTime } from "./limits.ts";
import { openSessionsAt, type Session, sessionsById } from "./session.ts";

/** A person who identifies at a station, and the session to make. */
export interface ActAsInput {
  readonly badge: string;
  readonly pin: string;
  /** SHA-256 of the token, in lower-case hexadecimal. */
  readonly hash: string;
  /** The minutes after which it ends; 15 by default. */
  readonly minutes?: number | undefined;
}

const minutesDefault = 15;
const minuteMs = 60_000;

interface Identification {
  readonly hash: string;
  readonly minutes: number;
  readonly person: Identified;
  readonly keyId: number;
  readonly stationSessionId: number | undefined;
}

const load = (inputs: readonly Identification[]) => {
  const stationIds = JSON.stringify(
    inputs.flatMap(({ stationSessionId }) => stationSessionId ?? []),
  );
  return {
    keys: keysById({ ids: JSON.stringify(inputs.map(({ keyId }) => keyId)) }),
    newest: newestTime(),
    stations: sessionsById({ ids: stationIds }),
    before: openSessionsAt({ stationIds }),
  };
};

interface Decision {
  readonly asserts: readonly (readonly ["User", number, number])[];
  readonly session: Session;
  /** The sessions of who was there before: one person acts at a station at a time. */
  readonly before: readonly Session[];
}

/** Decides a session of a person, which outlives neither the station's key nor its session. */
function decide(
  { keys, newest, stations, before }: RowsOf<ReturnType<typeof load>>,
  { hash, minutes, person, keyId, ...input }: Identification,
  by: Attribution,
): Decision {
  const stationSessionId = input.stationSessionId ?? null;
  const key = keys.find(({ id }) => id === keyId);
  if (!key) throw new Refusal("unauthorized", "The caller has no key.");
  const station = stations.find(({ id }) => id === stationSessionId);
  const createdAt = Math.max(by.at, newest[0]?.at ?? 0);
  const ends = [createdAt + minutes * minuteMs, key.expiresAt, station?.expiresAt];
  return {
    // The PIN was that of this revision of the user.
    asserts: [["User", person.id, person.revNo]],
    session: {
      id: 0,
      revNo: 1,
      hash,
      keyId,
      personId: person.id,
      stationSessionId,
      createdAt,
      expiresAt: Math.min(...ends.map((end) => end ?? Infinity)),
      idleMinutes: minutes,
      endedAt: null,
      keyName: key.name,
      userId: person.id,
      user: person.name,
      lastUsedAt: null,
    },
    before: before.filter((session) => session.stationSessionId === stationSessionId),
  };
}

const write = ({ session, before }: Decision) => [
  create("Session", storedFields("Session", session), { action: "created" }),
  ...before.map((one) =>
    update("Session", one, { endedAt: session.createdAt }, { action: "ended" }),
  ),
];

const answer = ({ session }: Decision, [created]: readonly Logged[]): Session => ({
  ...session,
  id: created!.id,
});

const identified = verb({
  conflicts: {
    of: ["Session/ActAs"],
    claims: { Session: "created, and those of persons at the same station" },
    asserts: { User: "" },
  },
  load,
  decide,
  write,
  answer,
});

/**
 * Makes a session of the person whose badge and PIN are sent, at the station that sends them. Refuses
 * what `checkPin` refuses, and `forbidden` a person who acts already. The record names the person.
 */
export const actAs = Object.assign(
  async (
    context: Context,
    { badge, pin, hash, minutes = minutesDefault }: ActAsInput,
  ): Promise<Session> => {
    const { principal } = context;
    if (principal.isActing) {
      throw new Refusal("forbidden", "A person acts here: the station itself sends this request.");
    }
    const person = await checkPin(context, { badge, pin });
    const by = { ...context, principal: { ...principal, userId: person.id } };
    const { keyId, sessionId: stationSessionId } = principal;
    return identified(by, { hash, minutes, person, keyId, stationSessionId });
  },
  { conflicts: identified.conflicts },
);
