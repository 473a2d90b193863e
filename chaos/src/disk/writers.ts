import { setTimeout as wait } from "node:timers/promises";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";

/** What the writers of one round were told. */
export interface Outcomes {
  readonly done: Set<string>;
  readonly refused: Set<string>;
  /** What was not answered, or answered that it is not known. */
  readonly unknown: Set<string>;
  /** How many were done after one had been refused. */
  doneAfterRefusal: number;
  reads: number;
}

/** Callers that write and read until they are stopped; a promise that is broken stops them. */
export interface Callers {
  readonly outcomes: Outcomes;
  /** Why they have stopped by themselves. */
  failure: unknown;
  /** Before the service is killed: what is not answered breaks no promise. They wait. */
  readonly pause: () => void;
  /** Goes on with the service that was started again. */
  readonly resume: (plant: PlantRequests) => void;
  readonly stop: () => Promise<void>;
}

const writers = 8;
const filler = "x".repeat(2000);

export function startCallers(first: PlantRequests, productName: string): Callers {
  const outcomes = noOutcomes();
  const service = { plant: first, isKilled: false, isLeft: false };
  const repeat = async (ask: (plant: PlantRequests) => Promise<void>) => {
    while (!service.isLeft) {
      if (service.isKilled) await wait(5);
      else await unlessKilled(ask);
    }
  };
  const unlessKilled = async (ask: (plant: PlantRequests) => Promise<void>) => {
    const { plant } = service;
    try {
      await ask(plant);
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
  if (answer.status !== 200) throw new Error(`A read was answered ${answerText(answer)}.`);
  outcomes.reads++;
  await wait(5);
}

/** Notes what a write was told, and throws where the answer is not one that is promised. */
function noteOutcome(outcomes: Outcomes, serial: string, answer: Answer): void {
  const code = answer.status === 200 ? "done" : String(answer.body.code);
  if (code === "done") {
    outcomes.done.add(serial);
    if (outcomes.refused.size > 0) outcomes.doneAfterRefusal++;
  } else if (answer.status !== 503 || !answer.headers.get("Retry-After")) {
    throw new Error(`A write was answered ${answerText(answer)}.`);
  } else if (code !== "outcome_unknown") outcomes.refused.add(serial);
  if (code !== "outcome_unknown") outcomes.unknown.delete(serial);
}

const answerText = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
