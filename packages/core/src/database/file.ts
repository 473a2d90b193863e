import { newBacklog } from "./backlog.ts";
import { type Bound, plainSql, type RawRow } from "./bound.ts";
import {
  deadlineMs,
  groupSizeMax,
  type Job,
  type ObservableExecutor,
  type OnCommit,
} from "./executor.ts";
import { type Run, untilDamaged } from "./damage.ts";
import { faultOf } from "./faults.ts";
import { newReads, quietly } from "./reads.ts";
import { AnswerTooLarge, outcomeUnknown, overloaded, unavailable } from "./refusals.ts";
import { newRoundRobin, type Soon } from "./round-robin.ts";

/** The part of the native `libsql` binding that is used: one synchronous connection. */
export interface NativeDatabase {
  prepare(sql: string): NativeStatement;
}
interface NativeStatement {
  /** Whether it returns rows. Only such a statement has a raw mode. */
  readonly reader: boolean;
  raw(): NativeStatement;
  all(params: readonly unknown[]): unknown[];
  /** Returns the first row, without the cost of a search for more. */
  get(params: readonly unknown[]): unknown;
  run(params: readonly unknown[]): unknown;
}

/** The time after which a commit takes no more commands. */
const groupMsMax = 16;
/** How long requests are read while commands wait, before the commands are served. */
const readingMsMax = 64;

interface Queued {
  job: Job<unknown>;
  deadline: number;
  /** Whether it runs alone, after it failed together with others: one of them was at fault. */
  isAlone?: boolean;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * The executor of a database file. Commands that arrive while one group commits form the next
 * group, which shares one COMMIT. They load, decide and write in their order; neighbours of one
 * kind are combined. Nothing is awaited between BEGIN and COMMIT, and no answer or refusal is
 * returned before the COMMIT. A command that would wait too long is refused immediately
 * (`overloaded`), unless it is the service's own.
 */
export function fileExecutor(database: NativeDatabase, soon: Soon): ObservableExecutor {
  const run = untilDamaged(statementRunner(database));
  const queue: Queued[] = [];
  const backlog = newBacklog(groupSizeMax, () => performance.now());
  let scheduled = false;
  let endedAt = 0;
  let pauseMs = 0;
  let onCommit: OnCommit = () => {};
  const reads = newReads(read(run), () => soon(reads.runWaiting));
  const parts = newRoundRobin(soon);

  const serve = () => {
    reads.runWaiting();
    const waiting = queue.length;
    backlog.begin();
    pauseMs = runGroup(run, queue, onCommit);
    endedAt = performance.now();
    backlog.end(waiting - queue.length, queue.length);
  };

  const schedule = () => {
    if (scheduled || queue.length === 0) return;
    scheduled = true;
    let known = 0;
    const since = performance.now();
    const wake = () => {
      // The clients of the last group send their next requests at about the same time. One group
      // should serve them all: a command that arrives as a group begins would wait for two. A lone
      // command waits for one more pass of the event loop.
      const isGrowing = queue.length > known && queue.length < groupSizeMax;
      known = queue.length;
      if (pauseMs === 0 && isGrowing && performance.now() - since < readingMsMax) return soon(wake);
      scheduled = false;
      if (queue.length > 0) serve();
      schedule();
    };
    if (pauseMs > 0) setTimeout(wake, pauseMs);
    else soon(wake);
  };

  // Under overload, reading requests would take all the time, if only to refuse them: `soon` runs
  // when all are read. So a call of this function first serves the commands that have waited.
  const isFull = () => {
    const [first] = queue;
    const overdueAt = Math.max(endedAt, (first?.deadline ?? Infinity) - deadlineMs) + readingMsMax;
    if (pauseMs === 0 && performance.now() > overdueAt) serve();
    return backlog.isFull(queue.length);
  };

  return {
    read: reads.read,
    run: (job) =>
      new Promise((resolve, reject) => {
        if (!job.isOwn && isFull()) return reject(overloaded());
        const deadline = performance.now() + deadlineMs;
        const queued = { job, deadline, resolve, reject };
        // At the end it would split a combination, whose last command would wait for another group.
        if (job.isOwn) queue.unshift(queued);
        else queue.push(queued);
        schedule();
      }),
    isFull,
    isLocal: true,
    listRows: 128,
    yieldToOthers: (owner = 0, isFirst = false) => parts.wait(owner, isFirst),
    waiting: () => ({ writes: queue.length, reads: reads.waiting() + parts.waiting() }),
    observe: (next) => void (onCommit = next),
  };
}

/** Each set of written columns is another statement: a few dozen recur, the rest come once. */
const preparedMax = 500;

function statementRunner(database: NativeDatabase): Run {
  const prepared = new Map<string, Prepared>();
  return (bound) => {
    const text = bound.asText ?? bound.sql;
    let runPrepared = prepared.get(text);
    if (!runPrepared) {
      if (prepared.size >= preparedMax) prepared.clear();
      prepared.set(text, (runPrepared = prepare(database, bound)));
    }
    return runPrepared(bound.params);
  };
}

type Prepared = (params: readonly unknown[]) => readonly RawRow[];

function prepare(database: NativeDatabase, { sql, asText, isOne }: Bound): Prepared {
  // The binding passes each value of a row separately; all rows as one text are one value.
  const statement = database.prepare(asText ?? sql);
  // Read once: reading the property is itself a call into the binding.
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

const beginImmediate = plainSql("BEGIN IMMEDIATE");
const commit = plainSql("COMMIT");
const rollback = plainSql("ROLLBACK");

const read =
  (run: Run): Run =>
  (bound) => {
    try {
      return run(bound);
    } catch (error) {
      throw refusalOfError(error);
    }
  };

/** Runs the commands at the head of the queue as one group; returns the pause before the next. */
function runGroup(run: Run, queue: Queued[], onCommit: OnCommit): number {
  try {
    run(beginImmediate);
  } catch (error) {
    return postpone(queue, error);
  }
  const done: Done[] = [];
  let next: readonly Queued[] = [];
  try {
    const started = performance.now();
    let served = 0;
    do {
      next = combinable(queue, groupSizeMax - served);
      const ran = runCombined(run, next);
      queue.splice(0, ran.length);
      done.push(...ran);
      if (!next[0]!.job.isOwn) served += ran.length;
    } while (queue.length > 0 && served < groupSizeMax && performance.now() - started < groupMsMax);
  } catch (error) {
    quietly(() => run(rollback));
    // A failure while writing is a defect or a fault of the disk: too rare for a savepoint each
    // time. Combined commands are tried one by one, a lone one is refused; those before it run
    // again.
    if (next.length === 1) queue.shift()!.reject(refusalOfError(error));
    else for (const command of next) command.isAlone = true;
    queue.unshift(...done.map(({ command }) => command));
    return 0;
  }
  commitGroup(run, done, onCommit);
  return 0;
}

/** A command that has run, and the function that returns its outcome after the COMMIT. */
interface Done {
  readonly command: Queued;
  readonly respond: () => void;
}

function commitGroup(run: Run, done: readonly Done[], onCommit: OnCommit): void {
  const startedAt = performance.now();
  try {
    run(commit);
  } catch (error) {
    quietly(() => run(rollback));
    // If the disk failed to confirm it, the commit can still be there after a crash.
    const isDoubtful = faultOf(error) === "breakdown";
    for (const { command } of done) {
      command.reject(isDoubtful ? outcomeUnknown(error) : refusalOfError(error));
    }
    return;
  }
  onCommit(done.length, performance.now() - startedAt);
  for (const { respond } of done) respond();
}

/** The first command and the ones right behind it that can be combined with it, up to `max`. */
function combinable(queue: readonly Queued[], max: number): readonly Queued[] {
  const { job, isAlone } = queue[0]!;
  if (isAlone || !job.combine) return queue.slice(0, 1);
  const others = queue.findIndex((one) => one.isAlone || one.job.combine !== job.combine);
  return queue.slice(0, Math.min(max, others < 0 ? queue.length : others));
}

/** Runs commands combined. Their plan decides all of them, or the first ones. */
function runCombined(run: Run, commands: readonly Queued[]): Done[] {
  const { job } = commands[0]!;
  const work =
    commands.length > 1 ? job.combine!(commands.map((command) => command.job.request)) : job;
  // Under the lock of the file no other writer comes between: guards are left out.
  const plan = work.plan(work.load.map(run), false);
  const results = plan.write.map(run);
  const logged = plan.isLogged ? results.at(-1)!.map(work.log!.row) : [];
  return plan.outcomes(logged).map((outcome, index) => {
    const command = commands[index]!;
    const respond = () => {
      if ("error" in outcome) command.reject(refusalOfError(outcome.error));
      else command.resolve(outcome.answer);
    };
    return { command, respond };
  });
}

/** Another process holds the file: commands whose time is over are refused, the rest try again. */
function postpone(queue: Queued[], error: unknown): number {
  if (faultOf(error) !== "busy") {
    for (const command of queue.splice(0)) command.reject(refusalOfError(error));
    return 0;
  }
  const now = performance.now();
  // The service's own commands stand before others that have waited longer.
  for (const command of queue.splice(0)) {
    if (command.deadline > now) queue.push(command);
    else command.reject(overloaded("Another process holds the database file."));
  }
  return 1 + Math.random() * 20;
}

function refusalOfError(error: unknown): unknown {
  const fault = faultOf(error);
  return fault === "unavailable" || fault === "breakdown" ? unavailable(error) : error;
}
