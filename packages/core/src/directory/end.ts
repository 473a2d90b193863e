import { type Executor, rowsOf } from "../database/executor.ts";
import { type Context, execute, type RowsOf, service, update } from "../engine/index.ts";
import { type Session, sessionsById } from "../session/session.ts";

/** The sessions that the directory ends: one by its own name of it, or all of a person. */
export interface EndedByDirectory {
  readonly issuer: string;
  readonly subject?: string | undefined;
  readonly sid?: string | undefined;
}

/** Finds the sessions that the directory ends and that have not ended. */
export const sessionsOfDirectory = (
  executor: Pick<Executor, "read">,
  { issuer, subject, sid }: EndedByDirectory,
): Promise<number[]> =>
  rowsOf(executor, {
    sql: `select session.id from user join session on session.person_id = user.id
      join directory_session on directory_session.session_id = session.id
      where user.issuer = ?1 and session.ended_at is null
      and (?2 is null or user.subject = ?2) and (?3 is null or directory_session.sid = ?3)`,
    params: [issuer, subject ?? null, sid ?? null],
    row: ([id]) => Number(id),
  });

/** Sessions to end, and why. */
interface Ending {
  readonly ids: readonly number[];
  readonly comment: string;
}

const load = (inputs: readonly Ending[]) => ({
  sessions: sessionsById({ ids: JSON.stringify(inputs.flatMap(({ ids }) => ids)) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly sessions: readonly Session[];
  readonly endedAt: number;
  readonly comment: string;
}

const command = {
  load,
  decide: (
    { sessions }: RowsOf<ReturnType<typeof load>>,
    { comment }: Ending,
    { at }: { readonly at: number },
  ): Decision => ({
    asserts: [],
    sessions: sessions.filter(({ endedAt }) => endedAt === null),
    endedAt: at,
    comment,
  }),
  write: ({ sessions, endedAt, comment }: Decision) =>
    sessions.map((session) =>
      update("Session", session, { endedAt }, { action: "ended", comment }),
    ),
  answer: ({ sessions }: Decision): readonly Session[] => sessions,
};

/** Ends sessions on the word of the directory. Returns those that had not ended. */
export const endByDirectory = (
  context: Pick<Context, "executor" | "requestId" | "now" | "traceparent">,
  ending: Ending,
): Promise<readonly Session[]> => execute({ ...context, principal: service }, command, ending);
