import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const node = join(import.meta.dirname, "../../apps/node");
const refusing = `
  import { registerHooks } from "node:module";
  registerHooks({ resolve(name, context, next) {
    if (name.startsWith("drizzle-orm")) throw new Error("Drizzle, for " + context.parentURL);
    return next(name, context);
  } });
`;

test("the imports of the sealing thread load without Drizzle", () => {
  const program = `${refusing}
    await import("@asbuilt/core/sealing");
    await import("@asbuilt/core/database");`;
  const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: node,
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
});
