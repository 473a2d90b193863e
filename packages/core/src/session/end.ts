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
import { type Session, sessionsById } from "./session.ts";

export interface EndSessionInput {
  /** The session to end; without it the caller's own. */
  readonly id?: number | undefined;
}

interface ByCaller {
  readonly id: number | undefined;
  readonly mayEndAll: boolean;
}

const load = (inputs: readonly ByCaller[]) => ({
  sessions: sessionsById({ ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly stored: Session;
  readonly endedAt: number;
}

/** Decides an end. Refuses `validation_failed`, `not_found` and `forbidden`. */
function decide(
  { sessions }: RowsOf<ReturnType<typeof load>>,
  { id, mayEndAll }: ByCaller,
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
  // A person without a key has the sessions that have none either.
  const isOwn = stored.keyId === null ? stored.userId === by.userId : stored.keyId === by.keyId;
  if (!isOwn && !mayEndAll) {
    throw new Refusal(
      "forbidden",
      "A session of another key or person is ended by who may revoke keys: the role admin, and roles of the " +
        "plant that have apiKeyRevoke.",
    );
  }
  return { asserts: [], stored, endedAt: stored.endedAt ?? by.at };
}

const write = ({ stored, endedAt }: Decision) =>
  stored.endedAt === null ? [update("Session", stored, { endedAt }, { action: "ended" })] : [];

const answer = ({ stored, endedAt }: Decision): Session => ({ ...stored, endedAt });

const byCaller = verb({
  conflicts: { of: ["Session/Delete"], claims: { Session: "" } },
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
    return byCaller(context, { id: id ?? principal.sessionId, mayEndAll: mayEndAll(principal) });
  },
  { conflicts: byCaller.conflicts },
);
