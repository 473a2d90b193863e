import { expectedLog, type LineToRecord } from "../repeats/answers.ts";
import { recordingsOf, type ToRecord } from "../repeats/recording.ts";
import {
  type DecidedLine,
  type DecidedRequest,
  decideRequests,
  isReplay,
  type Line,
  type RefusedRequest,
} from "./requests.ts";
import type { Bound } from "../../database/bound.ts";
import type { Logged, Plan, Work } from "../../database/executor.ts";
import { type Command, type Queries, rowsByName, statementsOf } from "../command.ts";
import { keyCheck, requireValidKey } from "../context.ts";
import type { Request } from "./requests.ts";
import { guardsOf, type Reliance } from "../reliance.ts";
import { type Recorded, recordedFor } from "../repeats/recorded.ts";
import { operationLogs } from "../repeats/tables.ts";
import { writeChanges } from "../write/statements.ts";
import { writeTogether } from "../write/together.ts";
import { Refusal } from "../../refusal.ts";

/** The outcome of one input. A refusal occurs in a batch of `each` only: otherwise it is thrown. */
export type LineOutcome<Answer> =
  | {
      readonly answer: Answer;
      /** Whether the answer was recorded by an earlier request under the same reference. */
      readonly isReplay: boolean;
    }
  | { readonly refused: Refusal };

const operationOf = ({ operationId }: { readonly operationId: string }) => operationId;

type Outcomes<Answer> = readonly LineOutcome<Answer>[];

/**
 * Requests of one command as work: one load, their decisions one after the other, and one write.
 * Each request has its own outcome: the refusal of one does not concern the others.
 */
export function workOf<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
): Work<Outcomes<Answer>> {
  // A key and its sessions have checks of their own.
  const checks = new Map(
    requests.map(({ context: { principal } }) => [principal, keyCheck(principal)]),
  );
  const contexts = requests.map(({ context }) => context);
  // Most requests have no name, and so nothing to look up.
  const isNamed = contexts.some((one) => one.idempotency ?? one.externalRefs);
  const records = isNamed ? recordedFor(contexts) : undefined;
  const queries = command.load(requests.flatMap(({ inputs }) => inputs));
  const log = operationLogs({ operations: JSON.stringify(requests.map(operationOf)) });

  return {
    load: [...checks.values(), ...(records?.statements ?? []), ...statementsOf(queries)],
    log,
    plan: (loaded, isGuarded) => {
      const rest = [...loaded];
      const keys = new Map([...checks].map(([who, check]) => [who, rest.shift()!.map(check.row)]));
      const recorded = records?.read(rest.splice(0, records.statements.length));
      const decided = decideRequests(
        {
          command,
          facts: rowsByName(queries, rest),
          recorded,
          admit: (context) => requireValidKey(context, keys.get(context.principal)!),
        },
        requests,
      );
      return planFor(command, decided, { log, isGuarded, recorded });
    },
  };
}

interface Planning {
  readonly log: Bound<Logged>;
  readonly isGuarded: boolean;
  readonly recorded: Recorded | undefined;
}

function planFor<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  requests: readonly (DecidedRequest<Decision> | RefusedRequest)[],
  { log, isGuarded, recorded }: Planning,
): Plan<Outcomes<Answer>> {
  const decided = requests.filter((one) => "lines" in one).filter((one) => !one.isRecorded);
  const lines = decided.flatMap((one) => one.lines.filter((line) => "steps" in line));
  const changes =
    lines.length === 1
      ? writeChanges(lines[0]!.steps)
      : writeTogether(lines.flatMap(({ steps }) => steps));
  const recordings = recorded
    ? [
        ...recorded.owners.recordings(),
        ...recordingsOf(decided.filter(isToRecord).map((one) => toRecordOf(command, one))),
      ]
    : [];
  const write = [...changes, ...recordings];
  const guards = isGuarded && write.length > 0 ? guardsOf(decided.flatMap(reliancesOf)) : [];
  const isLogged = lines.some(({ count }) => count > 0);
  return {
    // Reading the log at the end costs less than a RETURNING for each row.
    write: [...guards, ...write, ...(isLogged ? [log] : [])],
    isLogged,
    decidedAt: new Map(decided.map((one) => [one.operationId, one.at])),
    outcomes: (logged) => {
      const byOperation = Map.groupBy(logged, operationOf);
      return requests.map((one) => {
        if ("error" in one) return one;
        const own = byOperation.get(one.operationId) ?? [];
        return { answer: one.lines.map((line) => outcomeOf(command, line, own)) };
      });
    },
  };
}

const isToRecord = ({ context }: DecidedRequest<unknown>) =>
  context.idempotency !== undefined || context.externalRefs !== undefined;

function toRecordOf<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  { context, operationId, at, lines }: DecidedRequest<Decision>,
): ToRecord {
  const lineOf = (line: Line<Decision>): LineToRecord => {
    if ("refused" in line) return { refused: line.refused };
    if ("steps" in line) return { answer: answerTo(command, line, expectedLog(line.steps)) };
    return { answer: answerTo(command, line, []), isReplay: line.isReplay || undefined };
  };
  return {
    context,
    operationId,
    at,
    lines: lines.map((line) => {
      const place = "steps" in line ? { ref: line.ref, first: line.first } : { first: 0 };
      return { ref: undefined, ...place, toRecord: lineOf(line) };
    }),
  };
}

const reliancesOf = ({ key, lines }: DecidedRequest<Reliance>): Reliance[] => [
  { asserts: key },
  ...lines.flatMap((line) => ("steps" in line ? line.decision : [])),
];

function outcomeOf<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  line: Line<Decision>,
  logged: readonly Logged[],
): LineOutcome<Answer> {
  if ("refused" in line) {
    const { code, detail, extras } = line.refused;
    return { refused: new Refusal(code, detail, extras) };
  }
  const own = "steps" in line ? loggedBy(line, logged) : [];
  return { answer: answerTo(command, line, own), isReplay: isReplay(line) };
}

/** The answer to a line that was done: recorded, or made from its decision and what it logged. */
function answerTo<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  command: Command<Input, Loaded, Decision, Answer>,
  line: Exclude<Line<Decision>, { readonly refused: unknown }>,
  own: readonly Logged[],
): Answer {
  // A name stands for a request of this command.
  if ("answer" in line) return line.answer as Answer;
  const decision = line.decision as Decision;
  const logged = "steps" in line ? own : line.logged;
  return command.present && logged.length === 0
    ? command.present(decision)
    : command.answer(decision, logged);
}

/** The rows that a line has logged, among those of its operation. */
const loggedBy = ({ first, count }: DecidedLine<unknown>, logged: readonly Logged[]) =>
  first === 0 && count === logged.length ? logged : logged.slice(first, first + count);
