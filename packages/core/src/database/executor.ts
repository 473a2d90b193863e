import type { Bound, RawRow } from "./bound.ts";

/** The time after which a waiting command is refused. */
export const deadlineMs = 10_000;

/** The most commands of one group: on a file one commit, on a server one batch. */
export const groupSizeMax = 64;

/** The rows of each statement of a batch, in order. */
export type Results = readonly (readonly RawRow[])[];

/** The access to one database. Everything that touches data goes through `read` and `run`. */
export interface Executor {
  /**
   * Runs the statements in order, in one round trip. Each sees everything committed by then; with
   * `asOne` all see the same state.
   */
  read(statements: readonly Bound[], asOne?: boolean): Promise<Results>;
  /** Loads, decides and writes one command: completely, or not at all. */
  run<Answer>(job: Job<Answer>): Promise<Answer>;
  /**
   * Whether a command that came now would be refused because of those that wait. The call can block
   * while some of those are served: otherwise refusing would leave no time for them.
   */
  isFull(): boolean;
  /**
   * Whether the database is in this process: a read is no round trip, and blocks all other work.
   */
  readonly isLocal: boolean;
  /**
   * The rows of a list that one read takes; where reads are round trips, those of its first read.
   */
  readonly listRows: number;
  /**
   * Resolves after other work has run. Called before each part of a long read. On a file, each pass
   * of the event loop resolves up to 8 calls for first parts, or one call for a further part, of the
   * owners in rotation: the id of a key, or 0 for the service itself.
   */
  yieldToOthers(owner?: number, isFirst?: boolean): Promise<void>;
  /** The bytes of the database, as its last result told: only D1 tells them so. */
  readonly bytes?: (() => number | undefined) | undefined;
  /** The replicas, if reads may go there. All calls above are at the primary. */
  readonly replicas?: Replicas | undefined;
}

/** Reads of one request, or of one follower. None is older than the one before. */
export interface ReplicaReads {
  readonly read: (statements: readonly Bound[]) => Promise<Results>;
  /** The bookmark of what was read; undefined if it is not known. */
  readonly bookmark: () => string | undefined;
  /** Returns whether a replica has answered a read. */
  readonly isFromReplica: () => boolean;
}

/** How reads begin. */
export interface ReadsFrom {
  /** They read nothing older than this. */
  readonly bookmark?: string | undefined;
  /** Whether they are sent to the primary, and to a replica only while that is out of reach. */
  readonly atPrimary?: boolean | undefined;
  /** Whether the process then reads nothing older than these: what it passes on by itself. */
  readonly isFollower?: boolean | undefined;
}

/** The replicas of a database. */
export interface Replicas {
  readonly open: (from?: ReadsFrom) => ReplicaReads;
  /** The bookmark of the newest state that this process has seen; undefined if it is not known. */
  readonly bookmark: () => string | undefined;
}

/** The requests that wait for a database. */
export interface Waiting {
  readonly writes: number;
  readonly reads: number;
}

/**
 * Called after each commit, with the number of its commands. The milliseconds are those of COMMIT on
 * a file, and on a server those from the load of the group to the response to its write.
 */
export type OnCommit = (commands: number, ms: number) => void;

/** An executor in a process that stays, whose work can be observed. */
export interface ObservableExecutor extends Executor {
  readonly waiting: () => Waiting;
  /** Reports commits to this function from now on, and to no other. */
  readonly observe: (onCommit: OnCommit) => void;
}

/** Work on one database: the statements to load, and the plan that follows from their rows. */
export interface Work<Answer> {
  readonly load: readonly Bound[];
  /** The rows that its operations have logged. None for work that is not logged. */
  readonly log?: Bound<Logged> | undefined;
  /**
   * Decides from the loaded rows. Without `isGuarded` the plan leaves out its guards: no other
   * writer can come between the load and the write.
   */
  readonly plan: (loaded: Results, isGuarded: boolean) => Plan<Answer>;
}

/** A request to write. */
export interface Job<Answer> extends Work<Answer> {
  /** The command that it runs. Executors ignore it; tests compare it with what is written. */
  readonly command?: object;
  /** Combines the requests of jobs that have the same function; without one a job runs alone. */
  readonly combine?: Combine;
  /** The request as `combine` takes it. */
  readonly request?: unknown;
  /** Whether the service itself writes: its few jobs wait, however long the queue is. */
  readonly isOwn?: boolean;
}
export type Combine = (requests: readonly unknown[]) => Work<unknown>;

/** One atomic batch to write, and what each request gets once it has committed. */
export interface Plan<Answer> {
  /** The statements, the guards first. Where `isLogged`, the last one is the `log` of the work. */
  readonly write: readonly Bound[];
  readonly isLogged: boolean;
  /** When each of the operations was decided: this plan and no other logged rows of those times. */
  readonly decidedAt: ReadonlyMap<string, number>;
  /** The outcomes of the first requests, in order; the rest has to be planned again. */
  readonly outcomes: (logged: readonly Logged[]) => readonly Outcome<Answer>[];
}
export type Outcome<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** The answer of a request, or throws its refusal. */
export function answerOf<Answer>(outcome: Outcome<Answer> | undefined): Answer {
  if (!outcome) throw new Error("A plan has an outcome for its first request.");
  if ("error" in outcome) throw outcome.error;
  return outcome.answer;
}

/** A committed row of the change log: when it was decided, and the ids that the database gave. */
export interface Logged {
  readonly operationId: string;
  readonly at: number;
  readonly seq: number;
  readonly id: number;
}

/**
 * A database that takes batches, each one atomic round trip: D1 and remote libSQL. At the deadline,
 * a time of `performance.now()`, a server's answer counts as lost; D1 has a limit of its own.
 */
export interface BatchDatabase {
  read(statements: readonly Bound[], deadline: number): Promise<Results>;
  write(statements: readonly Bound[], deadline: number): Promise<Results>;
  /** As that of an executor. */
  readonly bytes?: (() => number | undefined) | undefined;
}

/** Reads the rows of one statement, without a check of the key. */
export async function rowsOf<Row>(
  executor: Pick<Executor, "read">,
  bound: Bound<Row>,
): Promise<Row[]> {
  const [rows] = await executor.read([bound]);
  return rows!.map(bound.row);
}
