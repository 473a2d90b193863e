import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { quickStart } from "../plants/quick-start.ts";
import { root } from "./processes.ts";

const addressOf = (path: string) => pathToFileURL(path).href;

/**
 * Bundles `asbuilt` for the processes that the tests start, which halves the CPU time of a start. It
 * is the same code: each module keeps its own address, from where it finds files. Makes the plants
 * that new files begin as, too. Returns a function that removes all of it.
 */
export async function prepareRun(): Promise<() => void> {
  // Another project of the run has one.
  if (process.env["ASBUILT_TEST_BUNDLE"] !== undefined) return () => {};
  const app = join(root, "apps/node");
  // In the app's folder, from where packages that are not bundled are found.
  mkdirSync(join(app, ".tmp"), { recursive: true });
  const dir = mkdtempSync(join(app, ".tmp/bundle-"));
  const threads = ["sealing", "checkpoints", "record-pdf"].map((name) => {
    return { name, source: `service/${name}/worker.ts` };
  });
  const bundle = await rolldown({
    input: {
      main: join(app, "src/main.ts"),
      ...Object.fromEntries(threads.map(({ name, source }) => [name, join(app, "src", source)])),
    },
    platform: "node",
    external: ["libsql", "@scalar/api-reference"],
    plugins: [
      {
        name: "own-address",
        transform: {
          filter: { code: /import\.meta\.url/ },
          handler: (code, id) => code.replaceAll("import.meta.url", JSON.stringify(addressOf(id))),
        },
      },
      {
        name: "bundled-threads",
        transform: {
          filter: { id: /\/src\/place\.ts$/ },
          handler: (code) =>
            threads.reduce(
              (text, { name, source }) =>
                text.replace(`"${source}"`, JSON.stringify(addressOf(join(dir, `${name}.mjs`)))),
              code,
            ),
        },
      },
    ],
  });
  await bundle.write({ dir, entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" });
  await bundle.close();
  process.env["ASBUILT_TEST_BUNDLE"] = join(dir, "main.mjs");
  execFileSync(process.execPath, [...quickStart, join(import.meta.dirname, "make-plants.ts"), dir]);
  process.env["ASBUILT_TEST_PLANTS"] = dir;
  return () => {
    delete process.env["ASBUILT_TEST_BUNDLE"];
    delete process.env["ASBUILT_TEST_PLANTS"];
    rmSync(dir, { recursive: true, force: true });
  };
}
