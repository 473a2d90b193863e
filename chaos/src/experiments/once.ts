import { temporaryFolder } from "@asbuilt/tests/processes";
import { chanceOf } from "@asbuilt/tests/chance";
import { onStages, type Stage } from "../crowd/stages.ts";
import type { Experiment, Order } from "../experiment.ts";
import { type Entry, expectAsAnswered } from "../kill/ledger.ts";
import { makeScene } from "../kill/operations.ts";
import { killAmongTwins } from "../once/killed.ts";
import { anyTwins, entryOfTwins, sendTwin, twinsOf } from "../once/twins.ts";

/** The number of keys in flight together. */
const keysTogether = 16;
const keysOfOneKill = 100;

/** The same write, sent several times together under one name. A round is one name. */
export const appliedOnce: Experiment = {
  promise:
    "A write that is sent 2 to 5 times together under one Idempotency-Key, or under one " +
    "reference of another system, takes effect once and always returns the same response, even " +
    "if the service is killed before it responds.",
  rounds: { short: 40, long: 10_000 },
  run: async (order) => {
    const folder = temporaryFolder();
    try {
      const [tallies, killed] = await Promise.all([
        onStages((stages) => Promise.all(stages.map((stage) => sendAll(stage, order)))),
        killAmongTwins(folder.path, chanceOf(order.seed), Math.ceil(order.rounds / keysOfOneKill)),
      ]);
      const sum = (of: "requests" | "effects") =>
        tallies.reduce((total, tally) => total + tally[of], 0);
      return {
        ...Object.fromEntries(tallies.map(({ name, keys }) => [`names on ${name}`, keys])),
        requests: sum("requests"),
        effects: sum("effects"),
        kills: killed.kills,
        "names in flight at a kill": killed.keys,
        "sent again after a kill": killed.repeated,
        "applied before a kill and acknowledged after it": killed.foundDone,
      };
    } finally {
      folder.remove();
    }
  },
};

interface Tally {
  readonly name: string;
  readonly keys: number;
  readonly requests: number;
  readonly effects: number;
}

/** Sends the twins of all names to a stage. Throws if a write took effect more than once. */
async function sendAll(stage: Stage, order: Order): Promise<Tally> {
  const { name, share } = stage;
  const { seed, rounds } = order;
  const chance = chanceOf(seed);
  const keys = Math.ceil(rounds * share);
  const { scene, atFirst } = await makeScene(stage.plant);
  const entries: Entry[] = [];
  let requests = 0;
  while (entries.length < keys) {
    const all = Array.from({ length: Math.min(keysTogether, keys - entries.length) }, () =>
      anyTwins(scene, chance, stage.plant.unique(`once-${seed}`)),
    );
    const twins = all.flatMap(twinsOf);
    const answers = await stage.crowd(twins, sendTwin);
    requests += twins.length;
    for (const of of all) {
      const own = answers.filter((_, index) => twins[index]!.of === of);
      entries.push(entryOfTwins(of, own));
    }
    if (Math.floor(entries.length / keysTogether) % 50 === 0) {
      order.say(`  ${entries.length} of ${keys} on ${name}`);
    }
  }
  await expectAsAnswered(stage, atFirst, entries);
  const effects = entries.filter(({ state }) => state === "acknowledged").length;
  return { name, keys, requests, effects };
}
