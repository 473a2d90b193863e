import type { Experiment } from "./experiment.ts";
import { disk } from "./experiments/disk.ts";
import { faults } from "./experiments/faults.ts";
import { kill } from "./experiments/kill.ts";
import { overload } from "./experiments/overload.ts";

/** Every experiment by the name that `npm run chaos` knows it by. */
export const experiments: Readonly<Record<string, Experiment>> = { disk, faults, kill, overload };
