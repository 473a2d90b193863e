import type { Experiment } from "./experiment.ts";
import { backup } from "./experiments/backup.ts";
import { cycle } from "./experiments/cycle.ts";
import { damage } from "./experiments/damage.ts";
import { disk } from "./experiments/disk.ts";
import { faults } from "./experiments/faults.ts";
import { forge } from "./experiments/forge.ts";
import { fuzz } from "./experiments/fuzz.ts";
import { kill } from "./experiments/kill.ts";
import { appliedOnce } from "./experiments/once.ts";
import { overload } from "./experiments/overload.ts";
import { oversell } from "./experiments/oversell.ts";
import { starve } from "./experiments/starve.ts";
import { streamBackup } from "./experiments/stream-backup.ts";
import { tamper } from "./experiments/tamper.ts";

/**
 * Every experiment by its name in `npm run chaos`. In `npm test` the first three overlap, so they
 * share their services.
 */
export const experiments: Readonly<Record<string, Experiment>> = {
  cycle,
  oversell,
  once: appliedOnce,
  // It mostly waits, so others can run next to it.
  "stream-backup": streamBackup,
  backup,
  damage,
  disk,
  faults,
  forge,
  fuzz,
  kill,
  overload,
  starve,
  tamper,
};
