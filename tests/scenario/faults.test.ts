import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { layGround } from "../faults/orders.ts";
import { faultRound, nothingSeen } from "../faults/round.ts";
import { wayOf } from "../faults/way.ts";
import { expectConservation } from "./conservation.ts";

const rounds = 6;

// `npm run chaos -- faults` runs many more rounds, over a file behind the same way.
const plant = await openPlant();
const { batches } = plant.database;

test.runIf(batches)(
  "every answered write is in the database, whatever fails on the way to it",
  async () => {
    const ground = await layGround(plant);
    const faulty = { plant, way: wayOf(batches!), ground, darkShare: 0 };
    const first = Number(process.env["ASBUILT_FAULTS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
    const seen = nothingSeen();
    for (let seed = first; seed < first + rounds; seed++) {
      await faultRound(faulty, seed, seen).catch((cause: unknown) => {
        throw new Error(`Repeat it with ASBUILT_FAULTS_SEED=${seed}.`, { cause });
      });
    }
    expect(seen.mishaps).toBeGreaterThan(0);
    await expectConservation(plant);
  },
);
