import { expect } from "vitest";
import { audit, webSha256 } from "@asbuilt/core";
import type { PlantDatabase } from "../plants/database.ts";

/** Expects that a plant breaks no law: of material, of references, of the change log. */
export async function expectConservation(plant: {
  readonly database: Pick<PlantDatabase, "executor">;
}): Promise<void> {
  const { findings } = await audit(plant.database.executor, { sha256: webSha256 });
  // Tests set clocks back.
  expect(findings.filter(({ isOfTime }) => !isOfTime)).toEqual([]);
}
