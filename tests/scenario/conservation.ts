import { expect } from "vitest";
import { audit, webSha256 } from "@asbuilt/core";
import type { Plant } from "../plants/plant.ts";

/** Expects that nothing breaks a law: of material, of references, of the change log. */
export async function expectConservation(plant: Plant): Promise<void> {
  const { findings } = await audit(plant.database.executor, { sha256: webSha256 });
  expect(findings).toEqual([]);
}
