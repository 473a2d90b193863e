import { expect } from "vitest";
import { chanceOf } from "../faults/chance.ts";
import type { Plant } from "../plants/plant.ts";
import type { Answer, Requests } from "../plants/requests.ts";
import { Incomplete } from "./completeness.ts";
import { compareAll, compareBatch } from "./compare.ts";
import type { Floor } from "./floor.ts";
import { outcomeOf, type Outcome, type Request } from "./request.ts";
import { ofOperators, proposedRequest, type Step } from "./steps.ts";
import { recordOf } from "./holds.ts";
import { found, type World } from "./world.ts";

/** The plant that transcripts run on, and their results. */
export interface Stage {
  readonly plant: Plant;
  readonly floor: Floor;
  /** Sends to the plant, and to its twin if it has one. */
  readonly requests: Requests;
  /** The count of each verb's outcomes, by names such as "build 200" and "build over_maximum". */
  readonly mix: Map<string, number>;
  /** The number of levels of the deepest structure. */
  deepest: number;
  /** The time of the next step. */
  clock: number;
  done: number;
}

/** After this number of steps the items are compared; after a whole transcript, everything. */
const comparedEvery = 40;

/** Runs a transcript with items of its own, and expects every response to match the model. */
export async function perform(stage: Stage, steps: readonly Step[]): Promise<void> {
  const { plant, floor, requests } = stage;
  const name = plant.unique("T");
  const world: World = {
    floor,
    name,
    minted: 0,
    items: [],
    orders: [],
    builds: [],
    transfers: [],
    batchHolds: [],
    since: stage.clock,
    now: stage.clock,
    userID: 0,
    requestID: "",
  };
  const sent: string[] = [];
  try {
    for (const [index, step] of steps.entries()) {
      await take(stage, world, step, sent);
      if (index % comparedEvery === comparedEvery - 1) await compareBatch(world, requests);
    }
    const deepest = await compareAll(world, plant, requests, chanceOf(steps.length));
    stage.deepest = Math.max(stage.deepest, deepest);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${reason}\nAfter these requests:\n${sent.join("\n")}`, { cause });
  }
}

async function take(stage: Stage, world: World, step: Step, sent: string[]): Promise<void> {
  const { plant, floor, requests, mix } = stage;
  world.now = plant.now = stage.clock += 1000;
  const role = step.chance % 10 === 0 ? "operator" : "engineer";
  world.userID = floor.userIDs[role];
  world.requestID = `${world.name}-${stage.done++}`;
  const request = proposedRequest(world, step);
  const { verb, method, path, body } = request;
  // The text is made first, because the model can change the objects of the body.
  const text = JSON.stringify(body);
  sent.push(`${role}: ${method} ${path} ${text}`);
  const isAllowed = role === "engineer" || ofOperators.includes(verb);
  const outcome = outcomeOf(request, isAllowed);
  const headers = { "X-Request-Id": world.requestID };
  const answer = await requests.request(method, path, text, { key: plant.keys[role], headers });
  expectOutcome(world, request, answer, outcome);
  const came = "refusal" in outcome ? outcome.refusal.code : "200";
  mix.set(`${verb} ${came}`, (mix.get(`${verb} ${came}`) ?? 0) + 1);
}

/** Expects the response to match the outcome that the model predicts. */
function expectOutcome(world: World, { path, body }: Request, answer: Answer, outcome: Outcome) {
  const what = `${path} ${JSON.stringify(body)} was answered ${JSON.stringify(answer.body)}`;
  const told = [answer.status, answer.body.code];
  if ("answer" in outcome) {
    expect(told, what).toEqual([200, undefined]);
    expect(answer.body, what).toEqual(outcome.answer(answer.body));
    return;
  }
  const { status, refusal } = outcome;
  expect(told, what).toEqual([status, refusal.code]);
  if (refusal instanceof Incomplete) expect(lackingOf(answer), what).toEqual(refusal.lacking);
  if (refusal.code !== "stale_revision") return;
  const current = world.items.find(({ id }) => id === answer.body.current.id);
  expect(answer.body.current, what).toEqual(recordOf(world, found(current)));
}

const lackingOf = ({ body }: Answer) =>
  body.slots.map((slot: { visualSerialNo: string; bomSlotID: number }) => [
    slot.visualSerialNo,
    slot.bomSlotID,
  ]);
