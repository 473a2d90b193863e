import type { BomRecord } from "@asbuilt/contract";
import { type Bom, formatVersion } from "@asbuilt/core";

/** Returns a BoM in wire form. */
export const toBomRecord = (bom: Bom): BomRecord => ({
  id: bom.id,
  revNo: bom.revNo,
  name: bom.name,
  parentProductID: bom.parentProductId,
  parentProductName: bom.parentProductName,
  description: bom.description,
  isActive: bom.isActive,
  versions: bom.versions.map((version) => ({
    id: version.id,
    revNo: version.revNo,
    version: formatVersion(version),
    status: version.status,
  })),
});
