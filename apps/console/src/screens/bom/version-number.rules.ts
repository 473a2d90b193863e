/** Returns the next minor number after the highest version of a BoM: `1.9` comes before `1.10`. */
export function nextVersion(versions: readonly { readonly version: string }[]): string {
  const numbers = versions.map(({ version }) => version.split(".").map(Number));
  const [major = 1, minor = -1] =
    numbers.toSorted((a, b) => a[0]! - b[0]! || a[1]! - b[1]!).at(-1) ?? [];
  return `${major}.${minor + 1}`;
}
