import { setTimeout as wait } from "node:timers/promises";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";

/** What the writers of one round were told. */
export interface Told {
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
  readonly told: Told;
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
  const told = nothingTold();
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
    ...Array.from({ length: writers }, () => repeat((plant) => write(plant, productName, told))),
    repeat((plant) => read(plant, productName, told)),
  ]);
  const callers: Callers = {
    told,
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

const nothingTold = (): Told => ({
  done: new Set(),
  refused: new Set(),
  unknown: new Set(),
  doneAfterRefusal: 0,
  reads: 0,
});

async function write(plant: PlantRequests, productName: string, told: Told): Promise<void> {
  const visualSerialNo = plant.unique("disk");
  told.unknown.add(visualSerialNo);
  const body = { productName, visualSerialNo, qty: 1, comment: filler };
  note(told, visualSerialNo, await plant.post("/api/MaterialItem/Receive", body));
}

async function read(plant: PlantRequests, productName: string, told: Told): Promise<void> {
  const answer = await plant.post("/api/Product/List", { Name: productName });
  if (answer.status !== 200) throw new Error(`A read was answered ${said(answer)}.`);
  told.reads++;
  await wait(5);
}

/** Notes what a write was told, and throws where the answer is not one that is promised. */
function note(told: Told, serial: string, answer: Answer): void {
  const code = answer.status === 200 ? "done" : String(answer.body.code);
  if (code === "done") {
    told.done.add(serial);
    if (told.refused.size > 0) told.doneAfterRefusal++;
  } else if (answer.status !== 503 || !answer.headers.get("Retry-After")) {
    throw new Error(`A write was answered ${said(answer)}.`);
  } else if (code !== "outcome_unknown") told.refused.add(serial);
  if (code !== "outcome_unknown") told.unknown.delete(serial);
}

const said = ({ status, body }: Answer) => `${status} ${JSON.stringify(body)}`;
