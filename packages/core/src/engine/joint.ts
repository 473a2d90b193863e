import { assertUnchanged } from "./assertions.ts";
import { keyCheck, requireValidKey } from "./context.ts";
import type { Command, Decided, Queries } from "./execute.ts";
import { rowsByName, statementsOf } from "./queries.ts";
import { lookUp, operationLogs, operationOf, recordsOf } from "./recorded.ts";
import {
  type DecidedLine,
  isReplay,
  type Line,
  type Refused,
  type Request,
  type Settled,
  settleAll,
} from "./settle.ts";
import type { Joint, Logged, Plan } from "../database/executor.ts";
import type { Bound } from "../database/statement.ts";
import { Refusal } from "../refusal.ts";
import { writeChanges } from "./write-changes.ts";
import { writeTogether } from "./write-together.ts";

/** What became of one input. Only in a batch of `each` it may be a refusal: else that is thrown. */
export type LineOutcome<Answer> =
  | {
      readonly answer: Answer;
      /** Whether it was answered from what an earlier request under its reference had decided. */
      readonly isReplay: boolean;
    }
  | { readonly refused: Refusal };

type Outcomes<Answer> = readonly LineOutcome<Answer>[];

/** What the operations of these requests have logged. */
const lookAt = (requests: readonly { readonly operationId: string }[]): Bound<Logged> =>
  operationLogs({ operations: JSON.stringify(requests.map(operationOf)) });

/**
 * Requests of one command as one load, one decision after the other, and one write. Of several
 * requests each has its own outcome: what one is refused for does not concern the others.
 */
export function jointOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
): Joint<Outcomes<Answer>> {
  const checks = new Map(
    requests.map(({ context: { principal } }) => [principal.keyId, keyCheck(principal)]),
  );
  const records = lookUp(requests.map(({ context }) => context));
  const queries = command.load(requests.flatMap(({ inputs }) => inputs));
  const load = [...checks.values(), ...records.statements, ...statementsOf(queries)];
  const look = lookAt(requests);

  return {
    load: (again) => (again ? [...load, look] : load),
    committed: (results) => {
      const rows = results.at(-1)!;
      return rows.length > 0 ? rows.map(look.row) : undefined;
    },
    plan: (results) => {
      const rest = [...results];
      const keys = new Map([...checks].map(([id, check]) => [id, rest.shift()!.map(check.row)]));
      const recorded = records.read(rest.splice(0, records.statements.length));
      const settled = settleAll(
        {
          command,
          facts: rowsByName(queries, rest),
          recorded,
          admit: (context) => requireValidKey(context, keys.get(context.principal.keyId)!),
        },
        requests,
      );
      return planOf(command, settled);
    },
  };
}

function planOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  settled: readonly (Settled<Decision> | Refused)[],
): Plan<Outcomes<Answer>> {
  const decided = settled.filter((one) => "lines" in one).filter((one) => !one.isRecorded);
  const lines = decided.flatMap((one) => one.lines.filter((line) => "steps" in line));
  const write =
    lines.length === 1
      ? writeChanges(lines[0]!.steps)
      : writeTogether(lines.flatMap(({ steps }) => steps));
  const records = recordsOf(decided, command.forgets ?? []);
  // One look at the end costs less than a RETURNING of each row.
  const looks = lines.some(({ count }) => count > 0) ? [lookAt(decided)] : [];
  return {
    guards: () => assertUnchanged(decided.flatMap(restsOf)),
    write: [...write, ...records, ...looks],
    logged: (results) => looks.flatMap((look) => results.at(-1)!.map(look.row)),
    // Each time that they are decided is another one: the operations stay the same.
    isIn: (logged) => {
      const times = new Map(decided.map((one) => [one.operationId, one.at]));
      return logged.every(({ operationId, at }) => times.get(operationId) === at);
    },
    outcomes: (logged) => {
      const byOperation = Map.groupBy(logged, operationOf);
      return settled.map((one) => {
        if ("error" in one) return one;
        const own = byOperation.get(one.operationId) ?? [];
        return { answer: one.lines.map((line) => outcomeOf(command, line, own)) };
      });
    },
  };
}

const restsOf = ({ key, lines }: Settled<Decided>): Decided[] => [
  { asserts: key },
  ...lines.flatMap((line) => ("steps" in line ? line.decision : [])),
];

function outcomeOf<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  line: Line<Decision>,
  logged: readonly Logged[],
): LineOutcome<Answer> {
  if ("refused" in line) {
    const { code, detail, extras } = line.refused;
    return { refused: new Refusal(code, detail, extras) };
  }
  const own = "steps" in line ? ownOf(line, logged) : line.logged;
  // What was recorded is a decision of this very command.
  const answer = command.answer(line.decision as Decision, own);
  return { answer, isReplay: isReplay(line) };
}

/** What a line has logged, of all that its operation has. */
const ownOf = ({ first, count }: DecidedLine<unknown>, logged: readonly Logged[]) =>
  first === 0 && count === logged.length ? logged : logged.slice(first, first + count);
