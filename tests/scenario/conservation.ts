import { expect } from "vitest";
import { audit } from "@asbuilt/core";
import type { Plant } from "../plants/plant.ts";

/** Expects that nothing breaks a law: of material, of references, of the change log. */
export async function expectConservation(plant: Plant): Promise<void> {
  expect(await audit(plant.database.executor)).toEqual([]);
}
