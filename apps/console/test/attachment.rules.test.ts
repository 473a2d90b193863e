import type { OperationName } from "@asbuilt/client";
import { expect, test } from "vitest";
import { mayChange, nameOfPicture, sizeOf } from "../src/attachment/attachment.rules.ts";

test("a size has one decimal below a hundred of its unit", () => {
  const sizes = [1, 999, 1000, 1550, 99_949, 123_456, 1_000_000, 26_214_400];
  expect(sizes.map((bytes) => Object.values(sizeOf(bytes)).join(" "))).toEqual([
    "1 B",
    "999 B",
    "1 kB",
    "1.6 kB",
    "99.9 kB",
    "123 kB",
    "1 MB",
    "26.2 MB",
  ]);
});

test("a picture of a camera gets a name of its own, and other files keep theirs", () => {
  const now = new Date("2026-01-31T08:00:05.123Z");
  const nameOf = (name: string, type = "image/jpeg") => nameOfPicture({ name, type }, now);
  expect(nameOf("image.jpg")).toBe("20260131T080005Z.jpg");
  expect(nameOf("image.png", "image/png")).toBe("20260131T080005Z.png");
  expect(nameOf("weld.jpg")).toBe("weld.jpg");
});

test("who may upload may change a slot and a product only with their operations", () => {
  const granted =
    (...names: OperationName[]) =>
    (name: OperationName) =>
      names.includes(name);
  const uploads = granted("attachmentUpload");
  expect(mayChange(uploads, "attachmentUpload", "MaterialItem")).toBe(true);
  expect(mayChange(uploads, "attachmentUpload", "Product")).toBe(false);
  expect(mayChange(uploads, "attachmentRemove", "MaterialItem")).toBe(false);
  const engineers = granted("attachmentUpload", "productUpsert");
  expect(mayChange(engineers, "attachmentUpload", "Product")).toBe(true);
  expect(mayChange(engineers, "attachmentUpload", "BomSlot")).toBe(false);
});
