import { allRoutes, catalogRoutes } from "@asbuilt/contract";
import { importOrder } from "@asbuilt/node/import";
import { expect, test } from "vitest";

test("each write that a file can hold has its place in an import", () => {
  const groups = Object.entries(allRoutes).filter(([group]) => !(group in catalogRoutes));
  const writes = groups
    .flatMap(([, routes]) => Object.values(routes))
    .filter(({ isWrite, path }) => isWrite && !path.includes("{"))
    .map(({ path }) => path.slice("/api/".length).replace("/", "."));
  expect(new Set(importOrder)).toEqual(new Set(["*.Upsert", ...writes, "*.Delete"]));
});
