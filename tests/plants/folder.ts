import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderStore } from "@asbuilt/node/attachments";
import { afterAll } from "vitest";
import type { PlantDatabase } from "./database.ts";

/** Makes the folder of the content of a plant's attachments. It is removed after the tests. */
export function openFolder(): Pick<PlantDatabase, "attachments" | "forge"> {
  const root = mkdtempSync(join(tmpdir(), "asbuilt-attachments-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    attachments: folderStore(root),
    forge: (sha256, bytes) => {
      const path = join(root, sha256.slice(0, 2), sha256);
      if (bytes) writeFileSync(path, bytes);
      else rmSync(path);
      return Promise.resolve();
    },
  };
}
