import { join } from "node:path";
import { temporaryFolder } from "@asbuilt/tests/processes";
import { chanceOf, type Chance } from "@asbuilt/tests/chance";
import { countOf } from "@asbuilt/tests/stored";
import type { Experiment, Figures, Order } from "../experiment.ts";
import { type Toll, type Victim, victimIn } from "../kill/victim.ts";
import { serveFile } from "../services.ts";

/** The concurrent lanes, each with its own file and service. One starts while the other works. */
const lanes = 2;
/** The rounds on one file. Each start compares the whole file, so files must stay small. */
const roundsOfOneFile = 25;

type Kills = Record<"starting" | "underLoad" | "committing", number>;

/** Repeated kill -9 of the server. */
export const kill: Experiment = {
  promise:
    "After a kill at any time, every acknowledged write is stored, and every other one is stored " +
    "wholly or not at all. A write repeated with its Idempotency-Key is stored once.",
  rounds: { short: 10, long: 1000 },
  async run(order) {
    const folder = temporaryFolder();
    try {
      const seeded = await changesOfSeed(folder.path);
      const kills: Kills = { starting: 0, underLoad: 0, committing: 0 };
      const tolls = await runLanes(order, (chance) => victimIn(folder.path, chance, seeded), kills);
      return killFigures(kills, tolls);
    } finally {
      folder.remove();
    }
  },
};

/** Returns the number of changes in the log after an undisturbed seed. */
async function changesOfSeed(folder: string): Promise<number> {
  const path = join(folder, "seeded.db");
  const service = await serveFile(path);
  await service.stop();
  return countOf(path, "change_log");
}

/** Runs the rounds in lanes. The first failure also ends the other lanes. */
async function runLanes(
  order: Order,
  newVictim: (chance: Chance) => Victim,
  kills: Kills,
): Promise<Toll[]> {
  const { seed, rounds } = order;
  let round = 0;
  const nextRound = () => {
    if (round > 0 && round < rounds && round % 10 === 0) order.say(`  ${round} of ${rounds}`);
    return round++ < rounds;
  };
  const lane = async (chance: Chance): Promise<Toll[]> => {
    try {
      return await runLane(chance, () => newVictim(chance), kills, nextRound);
    } finally {
      round = rounds;
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: lanes }, (_, index) => lane(chanceOf(seed + index))),
  );
  return ends.flatMap((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
}

async function runLane(
  chance: Chance,
  newVictim: () => Victim,
  kills: Kills,
  nextRound: () => boolean,
): Promise<Toll[]> {
  const tolls: Toll[] = [];
  while (nextRound()) {
    const victim = newVictim();
    let roundOfFile = 0;
    do {
      const how = roundOfFile++ < 2 ? "starting" : anyKill(chance);
      kills[how]++;
      if (how === "starting") await victim.killWhileStarting();
      else await victim.killUnderLoad(how === "committing" ? "commit" : "any");
    } while (roundOfFile < roundsOfOneFile && nextRound());
    tolls.push(await victim.end());
  }
  return tolls;
}

const anyKill = (chance: Chance): keyof Kills =>
  chance.percent(15) ? "starting" : chance.pick(["underLoad", "underLoad", "committing"]);

function killFigures(kills: Kills, tolls: readonly Toll[]): Figures {
  const sum = (of: keyof Toll) => tolls.reduce((total, toll) => total + toll[of], 0);
  return {
    "kills under load": kills.underLoad,
    "during a commit": kills.committing,
    "while starting, migrating or seeding": kills.starting,
    "acknowledged writes": sum("acknowledged"),
    "of these lost": 0,
    "unanswered but stored": sum("committedUnanswered"),
    "unanswered and not stored": sum("lostUnanswered"),
    "repeated with their Idempotency-Key, each stored once": sum("repeated"),
  };
}
