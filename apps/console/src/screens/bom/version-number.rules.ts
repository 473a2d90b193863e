import type { BomVersion } from "./bom.ts";

type Numbered = Pick<BomVersion, "version">;

/** The order of versions by their numbers: `1.9` comes before `1.10`. */
const byNumber = (a: Numbered, b: Numbered): number => {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [partsOf(a), partsOf(b)];
  return major - otherMajor || minor - otherMinor;
};

const partsOf = ({ version }: Numbered): number[] => version.split(".").map(Number);

/** Sorts by the numbers, from the highest. */
export const newestFirst = <Version extends Numbered>(versions: readonly Version[]): Version[] =>
  versions.toSorted((a, b) => byNumber(b, a));

/** Returns the next minor number after the highest version of a BoM. */
export function nextVersion(versions: readonly Numbered[]): string {
  const [highest] = newestFirst(versions);
  const [major = 1, minor = -1] = highest ? partsOf(highest) : [];
  return `${major}.${minor + 1}`;
}

/**
 * Returns the version that a BoM is opened at: the highest released one, else the highest that has
 * slots, else the highest.
 */
export function versionToOpen<Version extends Pick<BomVersion, "id" | "version" | "status">>(
  versions: readonly Version[],
  idsWithSlots: ReadonlySet<number>,
): Version | undefined {
  const sorted = newestFirst(versions);
  return sorted.find(isReleased) ?? sorted.find(({ id }) => idsWithSlots.has(id)) ?? sorted[0];
}

export const isReleased = ({ status }: Pick<BomVersion, "status">): boolean =>
  status === "Released";

/** Returns the highest draft above a version that is none. */
export function draftAbove<Version extends Pick<BomVersion, "version" | "status">>(
  versions: readonly Version[],
  shown: Version,
): Version | undefined {
  if (shown.status === "Draft") return undefined;
  return newestFirst(versions).find(
    (version) => version.status === "Draft" && byNumber(version, shown) > 0,
  );
}
