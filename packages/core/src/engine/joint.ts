import { assertUnchanged } from "./assertions.ts";
import { type Attribution, type Step, stepsOf } from "./changes.ts";
import { type Context, keyCheck, requireValidKey } from "./context.ts";
import type { Command, Decided, Queries, RowsOf } from "./execute.ts";
import {
  findRecorded,
  nameOfKey,
  operationLogs,
  operationOf,
  recordDecisions,
  type Recorded,
  recordsOf,
} from "./idempotency.ts";
import type { Joint, Logged, Plan } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import { writeChanges } from "./write-changes.ts";
import { writeTogether } from "./write-together.ts";

/** One request to write. Several inputs are all done, or none. */
export interface Request<Input> {
  readonly context: Context;
  readonly inputs: readonly Input[];
  readonly operationId: string;
}

/** What the operations of these requests have logged. */
export const lookAt = (requests: readonly { readonly operationId: string }[]): Bound<Logged> =>
  operationLogs({ operations: JSON.stringify(requests.map(operationOf)) });

/**
 * Requests of one command as one load, one decision after the other, and one write. Of several
 * requests each has its own outcome: what one is refused for does not concern the others.
 */
export function jointOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
): Joint<Answer[]> {
  const checks = new Map(
    requests.map(({ context: { principal } }) => [principal.keyId, keyCheck(principal)]),
  );
  const records = recordsOf(requests.map(({ context }) => context));
  const queries = Object.entries(command.load(requests.flatMap(({ inputs }) => inputs)));
  const facts = queries.flatMap(([, bound]) => bound ?? []);
  const load = [...checks.values(), ...records, ...facts];

  return {
    load: () => load,
    plan: (results) => {
      const rest = [...results];
      const keys = new Map([...checks].map(([id, check]) => [id, rest.shift()!.map(check.row)]));
      const recorded = findRecorded(rest.splice(0, records.length));
      const rows = Object.fromEntries(
        queries.map(([name, bound]) => [name, bound ? rest.shift()!.map(bound.row) : []]),
      ) as RowsOf<Loaded>;
      const settled = decideAll(command, requests, rows, ({ context }) => ({
        key: requireValidKey(context, keys.get(context.principal.keyId)!),
        recorded: recorded(context),
      }));
      return planOf(command, settled);
    },
  };
}

/** What is known of a request before it is decided. */
interface Admitted {
  /** What its key rests on. */
  readonly key: Decided["asserts"];
  readonly recorded: Recorded | undefined;
}

/** A request that was decided: now or, with what it has logged, before. */
interface Settled<Decision> extends Pick<Request<unknown>, "context" | "operationId"> {
  readonly by: Attribution;
  readonly key: Decided["asserts"];
  readonly decisions: readonly Decision[];
  readonly loggedBefore?: readonly Logged[];
}
type Refused = { readonly error: unknown };

/** Decides requests in order, up to one that has to see in the database what is written here. */
function decideAll<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
  facts: RowsOf<Loaded>,
  admit: (request: Request<Input>) => Admitted,
): (Settled<Decision> | Refused)[] {
  const settled: (Settled<Decision> | Refused)[] = [];
  const keysUsed = new Set<string>();
  let isCurrent = true;
  /** Decides one input; the facts follow where there are more. */
  const decide = (input: Input, by: Attribution, isLast: boolean): Decision => {
    if (!isCurrent) throw new Error("What one input creates is not there for the next.");
    const decision = command.decide(facts, input, by);
    if (!isLast) isCurrent = command.advance!(facts, decision);
    return decision;
  };
  for (const [index, request] of requests.entries()) {
    const { context, inputs } = request;
    const name = nameOfKey(context);
    if (!isCurrent || (name !== undefined && keysUsed.has(name))) break;
    if (name !== undefined) keysUsed.add(name);
    try {
      const { key, recorded } = admit(request);
      const by = attributionOf(request);
      if (recorded) {
        context.onReplay?.();
        // This very command has recorded them.
        const decisions = recorded.decisions as Decision[];
        settled.push({ ...request, by, key, decisions, loggedBefore: recorded.logged });
        continue;
      }
      const last = index === requests.length - 1 ? inputs.length - 1 : inputs.length;
      const decisions = inputs.map((input, place) => decide(input, by, place === last));
      settled.push({ ...request, by, key, decisions });
    } catch (error) {
      settled.push({ error });
    }
  }
  return settled;
}

const attributionOf = ({ context, operationId }: Request<unknown>): Attribution => {
  const { userId, keyId } = context.principal;
  return { operationId, at: context.now(), userId, keyId, requestId: context.requestId };
};

function planOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  settled: readonly (Settled<Decision> | Refused)[],
): Plan<Answer[]> {
  const decided = settled.filter((one) => "decisions" in one).filter((one) => !one.loggedBefore);
  const steps = decided.flatMap((one) => placed(command, one));
  const write = steps.length === 1 ? writeChanges(steps[0]!) : writeTogether(steps.flat());
  const records = recordDecisions(decided);
  // One look at the end costs less than a RETURNING of each row.
  const looks = steps.flat().some(isLogged) ? [lookAt(decided)] : [];
  return {
    guards: () => assertUnchanged(decided.flatMap(restsOf)),
    write: [...write, ...records, ...looks],
    logged: (results) => looks.flatMap((look) => results.at(-1)!.map(look.row)),
    outcomes: (logged) => {
      const byOperation = Map.groupBy(logged, operationOf);
      return settled.map((one) => {
        if ("error" in one) return one;
        const own = one.loggedBefore ?? byOperation.get(one.operationId) ?? [];
        return { answer: answerAll(command, one.decisions, own) };
      });
    },
  };
}

/** The changes of each decision of a request, each at its place in the operation. */
function placed<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  { decisions, by }: Settled<Decision>,
): Step[][] {
  let next = 0;
  return decisions.map((decision) => {
    const steps = stepsOf(command.write(decision), by, next);
    next += steps.filter(isLogged).length;
    return steps;
  });
}

const isLogged = ({ change }: Pick<Step, "change">) => "note" in change;

const restsOf = ({ key, decisions }: Settled<Decided>): Decided[] => [
  { asserts: key },
  ...decisions,
];

function answerAll<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  decisions: readonly Decision[],
  logged: readonly Logged[],
): Answer[] {
  // Of one decision all is its own; of several what each writes has to be counted.
  if (decisions.length === 1) return [command.answer(decisions[0]!, logged)];
  let next = 0;
  return decisions.map((decision) => {
    const count = command.write(decision).filter((change) => isLogged({ change })).length;
    return command.answer(decision, logged.slice(next, (next += count)));
  });
}
