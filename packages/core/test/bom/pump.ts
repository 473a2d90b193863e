import type { Bom } from "../../src/bom/bom.ts";

/** The main BoM of a pump, without versions. */
export const pumpBom = (id: number): Bom => ({
  id,
  revNo: 3,
  name: "Main",
  nameKey: "main",
  parentProductId: 4,
  parentProductName: "Pump",
  description: null,
  isActive: true,
  versions: [],
});
