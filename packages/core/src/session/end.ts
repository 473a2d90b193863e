import {
  type Attribution,
  type Context,
  isGranted,
  type Principal,
  type RowsOf,
  update,
  verb,
} from "../engine/index.ts";
import { Refusal, refusalAt } from "../refusal.ts";
import { openSessionsAt, type Session, sessionsById } from "./session.ts";

export interface EndSessionInput {
  /** The session to end; without it the caller's own. */
  readonly id?: number | undefined;
}

interface ByCaller {
  readonly id: number | undefined;
  readonly mayEndAll: boolean;
  /** The only session that a person who acts at a station may end; undefined of other callers. */
  readonly onlyId: number | undefined;
}

const load = (inputs: readonly ByCaller[]) => {
  const ids = JSON.stringify(inputs.flatMap(({ id }) => id ?? []));
  return { sessions: sessionsById({ ids }), atStations: openSessionsAt({ stationIds: ids }) };
};

interface Decision {
  readonly asserts: readonly [];
  readonly stored: Session;
  /** The sessions of persons that end with it, where it is a station's. */
  readonly atStation: readonly Session[];
  readonly endedAt: number;
}

/** Decides an end. Refuses `validation_failed`, `not_found` and `forbidden`. */
function decide(
  { sessions, atStations }: RowsOf<ReturnType<typeof load>>,
  { id, mayEndAll, onlyId }: ByCaller,
  by: Attribution,
): Decision {
  if (id === undefined) {
    throw refusalAt(
      "validation_failed",
      "/id",
      "The request was sent with a key, and has no session of its own. Name a session.",
    );
  }
  const stored = sessions.find((session) => session.id === id);
  if (!stored) throw refusalAt("not_found", "/id", `No session has the id ${id}.`);
  if (!isOwn(stored, by, onlyId) && !mayEndAll) {
    throw new Refusal(
      "forbidden",
      "A session of another key or person is ended by who may revoke keys: the role admin, and roles " +
        "of the plant that have apiKeyRevoke.",
    );
  }
  const atStation = atStations.filter(({ stationSessionId }) => stationSessionId === id);
  return { asserts: [], stored, atStation, endedAt: stored.endedAt ?? by.at };
}

/** A person without a key has the sessions that have none either. */
function isOwn(
  stored: Session,
  by: Pick<Attribution, "keyId" | "userId">,
  onlyId: number | undefined,
): boolean {
  if (onlyId !== undefined) return stored.id === onlyId;
  return stored.keyId === null ? stored.userId === by.userId : stored.keyId === by.keyId;
}

const write = ({ stored, atStation, endedAt }: Decision) =>
  [stored, ...atStation]
    .filter((session) => session.endedAt === null)
    .map((session) => update("Session", session, { endedAt }, { action: "ended" }));

const answer = ({ stored, endedAt }: Decision): Session => ({ ...stored, endedAt });

const byCaller = verb({
  conflicts: { of: ["Session/Delete"], claims: { Session: "and those of persons at its station" } },
  load,
  decide,
  write,
  answer,
});

/** Who may revoke a key may end its sessions. */
const revoking = { operation: "apiKeyRevoke", roles: ["admin"] };

const mayEndAll = (principal: Principal): boolean =>
  isGranted(principal, revoking) &&
  (principal.bounds?.operations?.includes(revoking.operation) ?? true);

/** Ends a session permanently. One that was ended before stays as it is. */
export const endSession = Object.assign(
  (context: Context, { id }: EndSessionInput): Promise<Session> => {
    const { principal } = context;
    return byCaller(context, {
      id: id ?? principal.sessionId,
      mayEndAll: mayEndAll(principal),
      onlyId: principal.isActing ? principal.sessionId : undefined,
    });
  },
  { conflicts: byCaller.conflicts },
);
