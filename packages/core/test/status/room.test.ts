import { expect, test } from "vitest";
import { roomLimitsOf, roomOf } from "../../src/status/room.ts";
import { tablesOf } from "../../src/status/table-bytes.ts";

const freeBytes = (free: number | undefined) => ({ freeBytes: () => free });

test.for([
  ["without a limit", {}, [undefined, undefined, undefined]],
  ["of a limit", roomLimitsOf(10_000), [10e9, undefined, 0.1]],
  ["of no limit", roomLimitsOf(undefined), [undefined, undefined, undefined]],
  ["of a disk", freeBytes(3e9), [4e9, 3e9, 0.25]],
  [
    "of a disk that is smaller than the limit",
    { ...roomLimitsOf(10_000), ...freeBytes(1e9) },
    [2e9, 1e9, 0.5],
  ],
  ["of a limit below the disk", { ...roomLimitsOf(2000), ...freeBytes(9e9) }, [2e9, 9e9, 0.5]],
  ["of a disk that says nothing", freeBytes(undefined), [undefined, undefined, undefined]],
] as const)("the room %s", ([, limits, [bytesMax, free, share]]) => {
  expect(roomOf(1e9, limits)).toEqual({ bytes: 1e9, bytesMax, freeBytes: free, share });
});

test("tables come by size, and the rest is that of the database", () => {
  const estimates = [
    { name: "build", bytes: 20 },
    { name: "removal", bytes: 0 },
    { name: "change_log", bytes: 70 },
  ];
  expect(tablesOf(estimates, 100)).toEqual([
    { name: "change_log", bytes: 70 },
    { name: "build", bytes: 20 },
    { name: "other", bytes: 10 },
  ]);
  expect(tablesOf(estimates, 45)).toEqual([
    { name: "change_log", bytes: 35 },
    { name: "build", bytes: 10 },
    { name: "other", bytes: 0 },
  ]);
});
