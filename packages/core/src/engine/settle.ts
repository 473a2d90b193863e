import { type Attribution, type Step, stepsOf } from "./changes.ts";
import type { Context, ExternalRef } from "./context.ts";
import type { Command, Decided, Queries, RowsOf } from "./execute.ts";
import { namesOf, type Recorded, type RecordedLine } from "./recorded.ts";
import { Refusal, refusalOfLine } from "../refusal.ts";

/** One request to write. */
export interface Request<Input> {
  readonly context: Context;
  /** One, or the lines of a batch. */
  readonly inputs: readonly Input[];
  readonly operationId: string;
  /** Whether the lines are all done or none, or each has its own outcome. */
  readonly batch?: "all" | "each" | undefined;
}

/** A request that was decided: now, or before under its key. */
export interface Settled<Decision> extends Pick<Request<unknown>, "context" | "operationId"> {
  readonly at: number;
  /** What its key rests on. */
  readonly key: Decided["asserts"];
  readonly lines: readonly Line<Decision>[];
  readonly isRecorded: boolean;
}
export type Refused = { readonly error: unknown };

/** One input: decided now, decided before, or refused. */
export type Line<Decision> = DecidedLine<Decision> | RecordedLine;

export interface DecidedLine<Decision> {
  readonly decision: Decision;
  readonly ref: ExternalRef | undefined;
  readonly steps: readonly Step[];
  /** The ordinal of the first change that it logs, and how many those are. */
  readonly first: number;
  readonly count: number;
}

/** What requests of one command are decided on. */
export interface Grounds<Input, Loaded extends Queries, Decision extends Decided, Answer> {
  readonly command: Command<Input, Loaded, Decision, Answer>;
  readonly facts: RowsOf<Loaded>;
  readonly recorded: Recorded;
  /** What the key of a request rests on; refuses (`unauthorized`) one that is not valid. */
  readonly admit: (context: Context) => Decided["asserts"];
}

/** Decides requests in order, up to one that has to see in the database what is recorded here. */
export function settleAll<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  grounds: Grounds<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
): (Settled<Decision> | Refused)[] {
  const settled: (Settled<Decision> | Refused)[] = [];
  const used = new Set<string>();
  for (const [index, request] of requests.entries()) {
    const names = namesOf(request.context);
    if (names.some((name) => used.has(name))) break;
    for (const name of names) used.add(name);
    try {
      settled.push(settle(grounds, request, index === requests.length - 1));
    } catch (error) {
      settled.push({ error });
    }
  }
  return settled;
}

function settle<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  grounds: Grounds<Input, Loaded, Decision, Answer>,
  request: Request<Input>,
  isLast: boolean,
): Settled<Decision> {
  const { context, inputs, operationId, batch } = request;
  const key = grounds.admit(context);
  const before = grounds.recorded.ofKey(context);
  const by = attributionOf(request);
  const lines: Line<Decision>[] = [];
  let next = 0;
  for (const [place, input] of before ? [] : inputs.entries()) {
    try {
      const ref = context.externalRefs?.[place];
      const known = grounds.recorded.ofRef(ref);
      // Nothing comes after the last input of the last request to look at the facts.
      const isFinal = isLast && place === inputs.length - 1;
      const line = known ?? decideLine(grounds, input, { ...by, externalRef: ref }, next, isFinal);
      if ("steps" in line) next += line.count;
      lines.push(line);
    } catch (error) {
      if (!batch || !(error instanceof Refusal)) throw error;
      const refusal = refusalOfLine(place, error);
      if (batch === "all") throw refusal;
      const { code, message, extras } = refusal;
      lines.push({ refused: { code, detail: message, extras } });
    }
  }
  if (before || lines.every(isReplay)) context.onReplay?.();
  const settled = { context, operationId, at: by.at, key };
  return { ...settled, lines: before ?? lines, isRecorded: before !== undefined };
}

/** Whether a line was answered from what had been decided under its reference. */
export const isReplay = (line: Line<unknown>): boolean => "isReplay" in line && line.isReplay;

function decideLine<Input, Loaded extends Queries, Decision extends Decided, Answer>(
  { command, facts }: Grounds<Input, Loaded, Decision, Answer>,
  input: Input,
  by: Attribution,
  first: number,
  isFinal: boolean,
): DecidedLine<Decision> {
  const decision = command.decide(facts, input, by);
  if (!isFinal) command.advance!(facts, decision);
  const changes = command.write(decision);
  const steps = stepsOf(changes, by, first);
  return { decision, ref: by.externalRef, steps, first, count: changes.length };
}

const attributionOf = ({ context, operationId }: Request<unknown>): Attribution => {
  const { userId, keyId } = context.principal;
  return { operationId, at: context.now(), userId, keyId, requestId: context.requestId };
};
