import { expect } from "vitest";
import { unconserved } from "../plants/invariants.ts";
import type { Plant } from "../plants/plant.ts";

/** Expects that no item breaks the law of material. */
export async function expectConservation(plant: Plant): Promise<void> {
  expect(await plant.sql(unconserved)).toEqual([]);
}
