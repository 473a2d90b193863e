import { expect, test } from "vitest";
import { draftAbove, nextVersion, versionToOpen } from "../src/screens/bom/version-number.rules.ts";

type Status = "Draft" | "Released" | "Obsolete";

const versions = (...of: readonly (readonly [version: string, status: Status])[]) =>
  of.map(([version, status], index) => ({ id: index + 1, version, status }));

test.for([
  [
    "1.0",
    [
      ["1.0", "Released"],
      ["1.1", "Draft"],
    ],
    [],
  ],
  [
    "1.10",
    [
      ["1.10", "Released"],
      ["1.9", "Released"],
      ["2.0", "Draft"],
    ],
    [3],
  ],
  [
    "1.1",
    [
      ["1.0", "Obsolete"],
      ["1.1", "Draft"],
      ["1.2", "Draft"],
    ],
    [1, 2],
  ],
  [
    "1.2",
    [
      ["1.0", "Draft"],
      ["1.2", "Draft"],
    ],
    [],
  ],
  [undefined, [], []],
] as const)("a BoM is opened at version %s", ([opened, of, withSlots]) => {
  expect(versionToOpen(versions(...of), new Set(withSlots))?.version).toBe(opened);
});

test("a newer draft is named where another version is shown", () => {
  const all = versions(["1.0", "Released"], ["1.2", "Draft"], ["1.1", "Draft"], ["0.9", "Draft"]);
  expect(draftAbove(all, all[0]!)?.version).toBe("1.2");
  expect(draftAbove(all, all[1]!)).toBeUndefined();
  expect(draftAbove(all.slice(0, 1), all[0]!)).toBeUndefined();
});

test.for([
  [[], "1.0"],
  [["1.9", "1.10"], "1.11"],
  [["2.0", "1.5"], "2.1"],
] as const)("after %j comes version %s", ([of, next]) => {
  expect(nextVersion(of.map((version) => ({ version })))).toBe(next);
});
