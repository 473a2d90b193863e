import type { Bom, BomVersion } from "../bom/bom.ts";

/** Returns the BoM that was chosen by name; without a choice, the only one there is. */
export const bomOf = <One extends Pick<Bom, "name">>(
  boms: readonly One[],
  chosen: string,
): One | undefined =>
  boms.find(({ name }) => name === chosen) ?? (boms.length === 1 ? boms[0] : undefined);

/** Returns the highest released version, of versions from the highest; empty if there is none. */
export const proposedVersion = (
  versions: readonly Pick<BomVersion, "version" | "status">[],
): string => versions.find(({ status }) => status === "Released")?.version ?? "";
