import type { Client } from "@asbuilt/client";

/** The number of items in each item of a level. */
const widths = [20, 22, 22];

/** The number of items that are built into a deep unit, at all levels: 20, 440 and 9,680. */
export const deepCount = 20 + 20 * 22 + 20 * 22 * 22;

const productName = "Frame";

/** The number of lines of one request. */
const linesMax = 1000;

/** Builds a unit with ten thousand items in it, in three levels. Returns its id. */
export async function buildDeepUnit(client: Client, visualSerialNo: string): Promise<number> {
  await makeFrames(client);
  const { id } = await client.materialItemReceive({
    body: { productName, visualSerialNo, qty: 1 },
  });
  const serials: string[] = [];
  let parents = [visualSerialNo];
  for (const width of widths) {
    parents = inEach(parents, width);
    serials.push(...parents);
  }
  const lines = serials.map(lineOf);
  for (let start = 0; start < lines.length; start += linesMax) {
    const body = { lines: lines.slice(start, start + linesMax), atomic: true };
    await client.buildBuildMany({ body });
  }
  return id;
}

/** Names the items in each parent: their serials continue that of the parent. */
const inEach = (parents: readonly string[], width: number): string[] =>
  parents.flatMap((parent) =>
    Array.from({ length: width }, (_, index) => `${parent}.${index + 1}`),
  );

const lineOf = (childSerialNo: string) => ({
  parentSerialNo: childSerialNo.slice(0, childSerialNo.lastIndexOf(".")),
  childSerialNo,
  builtQty: 1,
  receiveAtPointOfConsumption: true,
  itemDetails: { productName },
});

/** Makes a product whose items can be built into each other. */
async function makeFrames(client: Client): Promise<void> {
  await client.productCopy({
    body: { suid: "FRAME", name: productName, srcProductName: "Bolt" },
  });
  const versions = [{ version: "1.0", status: "Released" as const }];
  await client.bomUpsert({ body: { parentProductName: productName, name: "FRAME-BOM", versions } });
  await client.bomSlotUpsert({
    body: {
      ParentProductName: productName,
      bom: "FRAME-BOM",
      version: "1.0",
      description: "Inner frame",
      buildSlotType: "Assembly",
      isActive: true,
      isRequired: false,
      edhrBomRequired: 1,
      edhrBuildRequired: 1,
      candidates: [{ product: productName, isActive: true, qty: 1, minQty: 0, isDefault: true }],
    },
  });
}
