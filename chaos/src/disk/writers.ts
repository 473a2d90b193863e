import { setTimeout as wait } from "node:timers/promises";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";

/** The outcomes of the writes in one round, by serial. */
export interface Outcomes {
  readonly done: Set<string>;
  readonly refused: Set<string>;
  /** Writes without a response, or with the response `outcome_unknown`. */
  readonly unknown: Set<string>;
  /** The writes that succeeded after the first refusal. */
  doneAfterRefusal: number;
  reads: number;
}

/** Callers that write and read until they are stopped. A broken promise also stops them. */
export interface Callers {
  readonly outcomes: Outcomes;
  /** The broken promise that stopped them. */
  failure: unknown;
  /** Pauses them before a kill. A missing response then breaks no promise. */
  readonly pause: () => void;
  /** Continues with the restarted service. */
  readonly resume: (plant: PlantRequests) => void;
  readonly stop: () => Promise<void>;
}

const writers = 8;
const filler = "x".repeat(2000);

export function startCallers(first: PlantRequests, productName: string): Callers {
  const outcomes = noOutcomes();
  const service = { plant: first, isKilled: false, isLeft: false };
  const repeat = async (send: (plant: PlantRequests) => Promise<void>) => {
    while (!service.isLeft) {
      if (service.isKilled) await wait(5);
      else await unlessKilled(send);
    }
  };
  const unlessKilled = async (send: (plant: PlantRequests) => Promise<void>) => {
    const { plant } = service;
    try {
      await send(plant);
    } catch (error) {
      if (!service.isKilled && service.plant === plant) throw error;
    }
  };
  const all = Promise.all([
    ...Array.from({ length: writers }, () =>
      repeat((plant) => sendReceipt(plant, productName, outcomes)),
    ),
    repeat((plant) => sendRead(plant, productName, outcomes)),
  ]);
  const callers: Callers = {
    outcomes,
    failure: undefined,
    pause: () => {
      service.isKilled = true;
    },
    resume: (plant) => {
      service.plant = plant;
      service.isKilled = false;
    },
    stop: async () => {
      service.isLeft = true;
      await all;
    },
  };
  all.catch((error: unknown) => {
    callers.failure = error;
    service.isLeft = true;
  });
  return callers;
}

const noOutcomes = (): Outcomes => ({
  done: new Set(),
  refused: new Set(),
  unknown: new Set(),
  doneAfterRefusal: 0,
  reads: 0,
});

async function sendReceipt(
  plant: PlantRequests,
  productName: string,
  outcomes: Outcomes,
): Promise<void> {
  const visualSerialNo = plant.unique("disk");
  outcomes.unknown.add(visualSerialNo);
  const body = { productName, visualSerialNo, qty: 1, comment: filler };
  noteOutcome(outcomes, visualSerialNo, await plant.post("/api/MaterialItem/Receive", body));
}

async function sendRead(
  plant: PlantRequests,
  productName: string,
  outcomes: Outcomes,
): Promise<void> {
  const answer = await plant.post("/api/Product/List", { Name: productName });
  if (answer.status !== 200) throw new Error(`A read returned ${answerText(answer)}.`);
  outcomes.reads++;
  await wait(5);
}

/** Records the outcome of a write. Throws if the response breaks the promise. */
function noteOutcome(outcomes: Outcomes, serial: string, answer: Answer): void {
  const code = answer.status === 200 ? "done" : String(answer.body.code);
  if (code === "done") {
    outcomes.done.add(serial);
    if (outcomes.refused.size > 0) outcomes.doneAfterRefusal++;
  } else if (answer.status !== 503 || !answer.headers.get("Retry-After")) {
    throw new Error(`A write returned ${answerText(answer)}.`);
  } else if (code !== "outcome_unknown") outcomes.refused.add(serial);
  if (code !== "outcome_unknown") outcomes.unknown.delete(serial);
}

const answerText = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
