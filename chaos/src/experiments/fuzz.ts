import type { Experiment, Figures } from "../experiment.ts";
import { attack } from "../fuzz/attack.ts";
import { targets } from "../fuzz/target.ts";

/** Hostile input, on a file under Node and on a local D1 under workerd. A round is a request. */
export const fuzz: Experiment = {
  promise:
    "Every request has a response that the document declares and never a 500, a refused request " +
    "changes nothing, and memory stays flat.",
  rounds: { short: 100, long: 20_000 },
  run: async (order) => {
    const figures: Figures[] = [];
    for (const [runtime, start] of Object.entries(targets)) {
      const target = await start();
      try {
        const seen = await attack(target, order);
        figures.push(
          Object.fromEntries(Object.entries(seen).map(([key, n]) => [`${runtime} ${key}`, n])),
        );
      } finally {
        await target.stop();
      }
    }
    return Object.assign({}, ...figures) as Figures;
  },
};
