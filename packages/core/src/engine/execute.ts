import type { Combine, Job } from "../database/executor.ts";
import type { Command, Conflicts, Queries, RowsOf } from "./command.ts";
import type { Context } from "./context.ts";
import type { Request } from "./decide/requests.ts";
import { type LineOutcome, workOf } from "./decide/work.ts";
import type { Reliance } from "./reliance.ts";
import { newOperationId } from "./ids.ts";

/** A verb as slices export it, with the conflicts that its documentation is made from. */
export interface Verb<Input, Answer> {
  (context: Context, input: Input): Promise<Answer>;
  readonly conflicts: Conflicts;
}

/** The verb that runs a command. */
export const verb = <Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer> & { readonly conflicts: Conflicts },
): Verb<Input, Answer> =>
  Object.assign((context: Context, input: Input) => execute(context, command, input), {
    conflicts: command.conflicts,
  });

/** A verb that also takes several inputs in one request. */
export interface BatchVerb<Input, Answer> extends Verb<Input, Answer> {
  /**
   * Does the lines in order, each on the state that the lines before it left. If the batch is atomic,
   * one refused line refuses all. Otherwise the other lines take effect.
   */
  readonly many: (context: Context, batch: Batch<Input>) => Promise<readonly LineOutcome<Answer>[]>;
}

/** The verb that runs a command, for one input or for the lines of a batch. */
export const batchVerb = <Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer> & {
    readonly conflicts: Conflicts;
    advance(facts: RowsOf<Loaded>, decision: Decision): void;
  },
): BatchVerb<Input, Answer> =>
  Object.assign(verb(command), {
    many: (context: Context, batch: Batch<Input>) => executeBatch(context, command, batch),
  });

/** Runs a command for one input. */
export async function execute<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer>,
  input: Input,
): Promise<Answer> {
  const [line] = await run(command, { context, inputs: [input] });
  // The refusal of a request that is no batch is thrown.
  return (line as Extract<LineOutcome<Answer>, { answer: Answer }>).answer;
}

/** Several inputs of one command, in order. */
export interface Batch<Input> {
  readonly lines: readonly Input[];
  /** Whether the refusal of one line refuses all; otherwise the other lines take effect. */
  readonly atomic?: boolean | undefined;
}

/** Runs a command for the lines of a batch, each on the state that the line before left. */
export function executeBatch<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  context: Context,
  command: Command<Input, Loaded, Decision, Answer> & { advance: unknown },
  { lines: inputs, atomic }: Batch<Input>,
): Promise<readonly LineOutcome<Answer>[]> {
  return run(command, { context, inputs, batch: atomic ? "all" : "each" });
}

function run<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  sent: Omit<Request<Input>, "operationId">,
): Promise<readonly LineOutcome<Answer>[]> {
  const request = { ...sent, operationId: (sent.context.operationIds ?? newOperationId)() };
  const job: Job<readonly LineOutcome<Answer>[]> = {
    ...workOf(command, [request]),
    command,
    // A batch of all or nothing would have to be undone in the facts of the other requests.
    ...(command.advance && !request.batch ? { request, combine: combineOf(command) } : {}),
  };
  return request.context.executor.run(job);
}

const combines = new WeakMap<object, Combine>();

/** The function that combines the jobs of a command: the same one for each job. */
function combineOf<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
): Combine {
  let combine = combines.get(command);
  if (!combine) {
    // Only jobs of this command come here, with the requests that it put there.
    combine = (requests) => workOf(command, requests as readonly Request<Input>[]);
    combines.set(command, combine);
  }
  return combine;
}
