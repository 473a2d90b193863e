import { newBacklog } from "./backlog.ts";
import { type Run, untilDamaged } from "./damage.ts";
import { type Attempt, deadlineMs, type Executor } from "./executor.ts";
import { faultOf } from "./faults.ts";
import { newReads, quietly } from "./reads.ts";
import { AnswerTooLarge, outcomeUnknown, overloaded, unavailable } from "./refusals.ts";
import { plainSql } from "./plain-sql.ts";
import type { Bound, RawRow } from "./statement.ts";

/** The part of the native `libsql` binding that is used: one synchronous connection. */
export interface NativeDatabase {
  prepare(sql: string): NativeStatement;
}
interface NativeStatement {
  /** Whether it answers rows. Only such a statement has a raw mode. */
  readonly reader: boolean;
  raw(): NativeStatement;
  all(params: readonly unknown[]): unknown[];
  /** The first row, without what it takes to ask for more. */
  get(params: readonly unknown[]): unknown;
  run(params: readonly unknown[]): unknown;
}

const groupSize = 64;
const groupMs = 16;
/** How long requests are read while commands wait, before it is the commands' turn. */
const readingMs = 64;

/** Runs work once the requests at hand have been read: `setImmediate` on Node. */
type Soon = (work: () => void) => void;

interface Queued {
  attempt: Attempt<unknown>;
  deadline: number;
  /** Whether it failed with others and has to show whether it was that which failed. */
  isAlone?: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * The executor of a database file. Commands that arrive while one group commits form the next, and
 * one COMMIT serves the group. In their order they load, decide and write, those of one kind that
 * follow each other as one. Nothing is awaited between BEGIN and COMMIT, and no answer or refusal
 * leaves before the COMMIT. A command that would wait too long is refused at once (`overloaded`),
 * unless it is the service's own.
 */
export function fileExecutor(database: NativeDatabase, soon: Soon): Executor {
  const run = untilDamaged(statementRunner(database));
  const queue: Queued[] = [];
  const backlog = newBacklog(groupSize, () => performance.now());
  let scheduled = false;
  let endedAt = 0;
  let pauseMs = 0;
  const reads = newReads(read(run), () => soon(reads.takeTurn));

  const takeTurn = () => {
    reads.takeTurn();
    const waiting = queue.length;
    backlog.begin();
    pauseMs = runGroup(run, queue);
    endedAt = performance.now();
    backlog.end(waiting - queue.length, queue.length);
  };

  const schedule = () => {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    let known = 0;
    const since = performance.now();
    const wake = () => {
      // Whoever was answered last asks again at about the same time: one group is to serve them all,
      // or those that come as it begins would wait for two. A lone command waits one turn more.
      const isGrowing = queue.length > known && queue.length < groupSize;
      known = queue.length;
      if (pauseMs === 0 && isGrowing && performance.now() - since < readingMs) return soon(wake);
      scheduled = false;
      if (queue.length > 0) takeTurn();
      schedule();
    };
    if (pauseMs > 0) setTimeout(wake, pauseMs);
    else soon(wake);
  };

  // Under overload reading requests, if only to refuse them, would take all the time: `soon` comes
  // when all are read. Whoever asks lets those who have waited go first.
  const isFull = () => {
    const [first] = queue;
    const overdueAt = Math.max(endedAt, (first?.deadline ?? Infinity) - deadlineMs) + readingMs;
    if (pauseMs === 0 && performance.now() > overdueAt) takeTurn();
    return backlog.isFull(queue.length);
  };

  return {
    read: reads.read,
    run: (attempt) =>
      new Promise((resolve, reject) => {
        if (!attempt.isOwn && isFull()) return reject(overloaded());
        const deadline = performance.now() + deadlineMs;
        const queued = { attempt, deadline, resolve, reject };
        // Behind those who wait it would split what is joined, and leave the last for another group.
        if (attempt.isOwn) queue.unshift(queued);
        else queue.push(queued);
        schedule();
      }),
    isFull,
    isNear: true,
    rowsAtOnce: 128,
    othersFirst: () => new Promise(soon),
  };
}

/** A write of other columns is another statement: a few dozen come again and again, the rest once. */
const mostPrepared = 500;

function statementRunner(database: NativeDatabase): Run {
  const prepared = new Map<string, Prepared>();
  return (bound) => {
    const text = bound.asText ?? bound.sql;
    let runPrepared = prepared.get(text);
    if (!runPrepared) {
      if (prepared.size >= mostPrepared) prepared.clear();
      prepared.set(text, (runPrepared = prepare(database, bound)));
    }
    return runPrepared(bound.params);
  };
}

type Prepared = (params: readonly unknown[]) => readonly RawRow[];

function prepare(database: NativeDatabase, { sql, asText, isOne }: Bound): Prepared {
  // Each value of a row crosses from the binding on its own; of all rows as one text, one does.
  const statement = database.prepare(asText ?? sql);
  // Asked once: the question itself crosses into the binding.
  if (!statement.reader) {
    return (params) => {
      statement.run(params);
      return [];
    };
  }
  statement.raw();
  if (asText) {
    return (params) => {
      const [rows] = statement.get(params) as [string | null];
      if (rows === null) throw new AnswerTooLarge();
      return JSON.parse(rows) as RawRow[];
    };
  }
  if (isOne) {
    return (params) => {
      const row = statement.get(params) as RawRow | undefined;
      return row ? [row] : [];
    };
  }
  return (params) => statement.all(params) as RawRow[];
}

const begin = plainSql("BEGIN IMMEDIATE");
const commit = plainSql("COMMIT");
const rollback = plainSql("ROLLBACK");

const read =
  (run: Run): Run =>
  (bound) => {
    try {
      return run(bound);
    } catch (error) {
      throw refusalOf(error);
    }
  };

/** Runs the commands at the head of the queue as one group; answers the pause before the next. */
function runGroup(run: Run, queue: Queued[]): number {
  try {
    run(begin);
  } catch (error) {
    return postpone(queue, error);
  }
  const done: Done[] = [];
  let next: readonly Queued[] = [];
  try {
    const started = performance.now();
    let served = 0;
    do {
      next = joinable(queue, groupSize - served);
      const ran = runJoined(run, next);
      queue.splice(0, ran.length);
      done.push(...ran);
      if (!next[0]!.attempt.isOwn) served += ran.length;
    } while (queue.length > 0 && served < groupSize && performance.now() - started < groupMs);
  } catch (error) {
    quietly(() => run(rollback));
    // What fails while it writes is a defect, or the disk's: too rare for a savepoint each time. Of
    // joined ones each is tried alone, and a lone one is refused; those before it are run again.
    if (next.length === 1) queue.shift()!.reject(refusalOf(error));
    else for (const command of next) command.isAlone = true;
    queue.unshift(...done.map(({ command }) => command));
    return 0;
  }
  commitGroup(run, done);
  return 0;
}

/** A command that has run, and what to do with its outcome after the COMMIT. */
interface Done {
  readonly command: Queued;
  readonly settle: () => void;
}

function commitGroup(run: Run, done: readonly Done[]): void {
  try {
    run(commit);
  } catch (error) {
    quietly(() => run(rollback));
    // Where the disk failed to confirm it, the commit may still be found there after a crash.
    const isDoubtful = faultOf(error) === "breakdown";
    for (const { command } of done) {
      command.reject(isDoubtful ? outcomeUnknown(error) : refusalOf(error));
    }
    return;
  }
  for (const { settle } of done) settle();
}

/** The first command, with those right behind it that can be joined with it: so many at most. */
function joinable(queue: readonly Queued[], most: number): readonly Queued[] {
  const { attempt, isAlone } = queue[0]!;
  if (isAlone || !attempt.join) return queue.slice(0, 1);
  const others = queue.findIndex((one) => one.isAlone || one.attempt.join !== attempt.join);
  return queue.slice(0, Math.min(most, others < 0 ? queue.length : others));
}

/** Runs commands joined: all, or as many of the first as their plan settles. */
function runJoined(run: Run, commands: readonly Queued[]): Done[] {
  const { attempt } = commands[0]!;
  const { load, plan } =
    commands.length > 1
      ? attempt.join!(commands.map((command) => command.attempt.request))
      : attempt;
  // The guards are for a database that others write to between the load and the write.
  const { write, logged, outcomes } = plan(load(false).map(run));
  return outcomes(logged(write.map(run))).map((outcome, index) => {
    const command = commands[index]!;
    const settle = () => {
      if ("error" in outcome) command.reject(refusalOf(outcome.error));
      else command.resolve(outcome.answer);
    };
    return { command, settle };
  });
}

/** Another process holds the file: what has waited too long is refused, the rest tries again. */
function postpone(queue: Queued[], error: unknown): number {
  if (faultOf(error) !== "busy") {
    for (const command of queue.splice(0)) command.reject(refusalOf(error));
    return 0;
  }
  const now = performance.now();
  // Those of the service itself stand before others that have waited longer.
  for (const command of queue.splice(0)) {
    if (command.deadline > now) queue.push(command);
    else command.reject(overloaded("Another process holds the database file."));
  }
  return 1 + Math.random() * 20;
}

function refusalOf(error: unknown): unknown {
  const fault = faultOf(error);
  return fault === "unavailable" || fault === "breakdown" ? unavailable(error) : error;
}
