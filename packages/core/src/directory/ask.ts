import { plainSql } from "../database/bound.ts";
import { type Executor, rowsOf } from "../database/executor.ts";
import { writeUnread } from "../database/unlogged.ts";
import { newUuid } from "../values/uuid.ts";
import type { Identity } from "./let-in.ts";

/** The longest time from one question to the directory to the next. */
export const askEveryMs = 10 * 60_000;

/** The time for which nobody else asks while one asks, and after the directory did not answer. */
export const askAgainMs = 30_000;

/** Whether the directory is to be asked. If the clock was set back, the time since is unknown. */
export const isToAsk = (askAt: number, now: number): boolean =>
  askAt <= now || askAt > now + askEveryMs;

/** The facts that a question to the directory about the person of a session needs. */
export interface Question extends Identity {
  readonly userId: number;
  /** The refresh token, encrypted. */
  readonly token: string | null;
}

/**
 * Takes the turn to ask the directory about the person of a session. Returns undefined if it was
 * asked meanwhile, or somebody else is asking: a refresh token can often be used only once.
 */
export async function takeTurn(
  executor: Pick<Executor, "run" | "read">,
  sessionId: number,
  now: number,
): Promise<Question | undefined> {
  const asker = newUuid();
  await writeUnread(executor, [
    plainSql(
      `update directory_session set ask_at = ?, asker = ?
        where session_id = ? and (ask_at <= ? or ask_at > ?)`,
      [now + askAgainMs, asker, sessionId, now, now + askEveryMs],
    ),
  ]);
  const [question] = await rowsOf(executor, {
    sql: `select user.issuer, user.subject, user.id, directory_session.token
      from directory_session join session on session.id = directory_session.session_id
      join user on user.id = session.person_id
      where session_id = ? and asker = ?`,
    params: [sessionId, asker],
    row: (raw): Question => {
      // Who has such a session is of a directory.
      const [issuer, subject, userId, token] = raw as [string, string, number, string | null];
      return { issuer, subject, userId, token };
    },
  });
  return question;
}

/** Records the new refresh token of a session, if there is one, and when to ask the next time. */
export const recordAnswer = (
  executor: Pick<Executor, "run">,
  sessionId: number,
  { token, askAt }: { readonly token?: string | undefined; readonly askAt: number },
): Promise<void> =>
  writeUnread(executor, [
    plainSql(
      "update directory_session set token = coalesce(?, token), ask_at = ? where session_id = ?",
      [token ?? null, askAt, sessionId],
    ),
  ]);
