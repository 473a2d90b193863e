import { namesOf } from "../repeats/names.ts";
import type { Recorded } from "../repeats/recorded.ts";
import { Refusal, refusalOfLine } from "../../refusal.ts";
import { isIdle } from "../changes.ts";
import type { Command, Queries, RowsOf } from "../command.ts";
import { type Attribution, backdatingHoursOf, type Context, type ExternalRef } from "../context.ts";
import type { Reliance } from "../reliance.ts";
import type { RecordedLine } from "../repeats/lines.ts";
import { type Step, stepsOf } from "../write/log-row.ts";

/** One request to write. */
export interface Request<Input> {
  readonly context: Context;
  /** One input, or the lines of a batch. */
  readonly inputs: readonly Input[];
  readonly operationId: string;
  /** Whether the lines take effect all or none, or each has its own outcome. */
  readonly batch?: "all" | "each" | undefined;
}

/** A request that was decided: now, or earlier under its key. */
export interface DecidedRequest<Decision> extends Pick<
  Request<unknown>,
  "context" | "operationId"
> {
  readonly at: number;
  /** The assertions of its key. */
  readonly key: Reliance["asserts"];
  readonly lines: readonly Line<Decision>[];
  readonly isRecorded: boolean;
}
export type RefusedRequest = { readonly error: unknown };

/** One input: decided now, decided earlier, or refused. */
export type Line<Decision> = DecidedLine<Decision> | RecordedLine;

export interface DecidedLine<Decision> {
  readonly decision: Decision;
  readonly ref: ExternalRef | undefined;
  readonly steps: readonly Step[];
  /** The ordinal of the first change that it logs, and the number of those changes. */
  readonly first: number;
  readonly count: number;
}

/** Everything that requests of one command are decided from. */
export interface Grounds<Input, Loaded extends Queries, Decision extends Reliance, Answer> {
  readonly command: Command<Input, Loaded, Decision, Answer>;
  readonly facts: RowsOf<Loaded>;
  /** The records of earlier requests; undefined if these requests have no names. */
  readonly recorded: Recorded | undefined;
  /** Returns the assertions of a request's key; refuses (`unauthorized`) an invalid one. */
  readonly admit: (context: Context) => Reliance["asserts"];
}

/**
 * Decides requests in order. Stops before a request that shares a name with an earlier one: it must
 * find the earlier decision in the database.
 */
export function decideRequests<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  grounds: Grounds<Input, Loaded, Decision, Answer>,
  requests: readonly Request<Input>[],
): (DecidedRequest<Decision> | RefusedRequest)[] {
  const decided: (DecidedRequest<Decision> | RefusedRequest)[] = [];
  const used = new Set<string>();
  for (const [index, request] of requests.entries()) {
    const { context } = request;
    const isNamed = context.idempotency !== undefined || context.externalRefs !== undefined;
    const names = isNamed ? namesOf(context) : [];
    if (names.some((name) => used.has(name))) break;
    for (const name of names) used.add(name);
    try {
      decided.push(decideRequest(grounds, request, index === requests.length - 1));
    } catch (error) {
      decided.push({ error });
    }
  }
  return decided;
}

function decideRequest<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  grounds: Grounds<Input, Loaded, Decision, Answer>,
  request: Request<Input>,
  isLast: boolean,
): DecidedRequest<Decision> {
  const { context, inputs, operationId, batch } = request;
  const key = grounds.admit(context);
  const before = grounds.recorded?.ofKey(context);
  const by = attributionOf(request);
  const lines: Line<Decision>[] = [];
  let next = 0;
  for (const [place, input] of before ? [] : inputs.entries()) {
    try {
      const ref = context.externalRefs?.[place];
      const known = ref && grounds.recorded?.ofRef(ref, context);
      // No input comes after the last one of the last request: the facts can stay as they are.
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
  // Only now: a refused request claims nothing.
  for (const line of lines) {
    if (!("steps" in line) || !line.ref) continue;
    grounds.recorded?.owners.claim(line.ref.system, context.principal);
  }
  const decided = { context, operationId, at: by.at, key };
  return { ...decided, lines: before ?? lines, isRecorded: before !== undefined };
}

/** Whether a line has the answer that was recorded under its reference. */
export const isReplay = (line: Line<unknown>): boolean => "isReplay" in line && line.isReplay;

function decideLine<Input, Loaded extends Queries, Decision extends Reliance, Answer>(
  { command, facts }: Grounds<Input, Loaded, Decision, Answer>,
  input: Input,
  by: Attribution,
  first: number,
  isFinal: boolean,
): DecidedLine<Decision> {
  const decision = command.decide(facts, input, by);
  const wanted = command.write(decision);
  const changes = command.present && wanted.every(isIdle) ? [] : wanted;
  // A decision that writes nothing leaves the facts as they are.
  if (!isFinal && changes.length > 0) command.advance!(facts, decision);
  const steps = stepsOf(changes, by, first);
  return { decision, ref: by.externalRef, steps, first, count: changes.length };
}

const attributionOf = ({ context, operationId }: Request<unknown>): Attribution => {
  const { requestId, traceparent, timeZone } = context;
  const { userId, keyId } = context.principal;
  const backdatingHours = backdatingHoursOf(context);
  const at = context.now();
  return { operationId, at, timeZone, userId, keyId, requestId, traceparent, backdatingHours };
};
