import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { rowsOf } from "@asbuilt/tests/stored";
import { assembly } from "@asbuilt/tests/assembly";
import { plantOf, type NodeService, serveFile } from "../services.ts";

/** A sealed database with every kind of record, and the facts that an auditor has about it. */
export interface SealedPlant {
  readonly path: string;
  /** An earlier copy of the database, which is also sealed and sound. */
  readonly earlier: string;
  readonly anchor: { readonly id: number; readonly hash: string };
  readonly trusted: readonly string[];
}

/** Serves a new plant, works in it twice, and notes the newest seal. */
export async function makeSealedPlant(folder: string): Promise<SealedPlant> {
  const path = join(folder, "plant.db");
  const earlier = join(folder, "earlier.db");
  await work(await serveFile(path, { ASBUILT_SEED: "demo" }));
  copyFileSync(path, earlier);
  await work(await serveFile(path));
  const [newest] = rowsOf(path, "select id, hash, public_key from seal order by id desc limit 1");
  const { id, hash, public_key: publicKey } = newest!;
  return {
    path,
    earlier,
    anchor: { id: Number(id), hash: String(hash) },
    trusted: [String(publicKey)],
  };
}

/** Makes records of every kind. The service seals them when it stops. */
export async function work(service: NodeService): Promise<void> {
  const plant = plantOf(service);
  for (let round = 0; round < 5; round++) {
    const { build, remove, childId, slot, part } = await assembly(plant, { stock: 20 });
    await build();
    await remove();
    await build();
    await plant.done("post", "/api/MaterialItem/ItemAdjust", {
      materialitemid: childId,
      adjustqty: 2,
      reasonSUID: "COUNT",
    });
    await plant.done("put", "/api/MaterialItem/Hold", { id: childId, holdReason: "Quality" });
    const property = plant.unique("Torque");
    await plant.done("put", "/api/PropertyDefinition/Upsert", { name: property });
    await plant.done("put", "/api/BomSlot/UpsertProperties", {
      bomSlotID: slot.id,
      properties: [{ property, value: "5" }],
    });
    const Properties = [{ Name: "Colour", Value: "red" }];
    await plant.done("put", "/api/Product/Upsert", { ID: part.ID, Properties });
    await plant.done("put", "/api/WorkCentreGroup/Upsert", {
      Name: plant.unique("Line"),
      WorkCentres: [plant.unique("Station")],
    });
    // One system belongs to the user of its first reference, the other to that of a bound key.
    const [system, bound] = [plant.unique("MES"), plant.unique("ERP")];
    const externalRef = { system, id: "1" };
    await plant.receive({ productName: part.Name, qty: 1, externalRef });
    const owner = { user: "Administrator", role: "operator", externalSystems: [bound] };
    await plant.done("post", "/api/ApiKey/Create", { name: bound, ...owner });
  }
  await service.stop();
}
