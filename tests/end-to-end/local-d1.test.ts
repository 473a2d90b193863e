import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, root, start, temporaryFolder } from "./processes.ts";
import { execute } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

test("npm run worker refuses the D1 of a newer asbuilt in one line", async () => {
  const prepare = [join(root, "apps/worker/prepare-d1.ts"), temporary.path];
  expect(await start(process.execPath, prepare, {}).ended).toMatchObject({ status: 0 });
  const [file] = globSync(join(temporary.path, "v3/d1/*/[!m]*.sqlite"));
  execute(file!, "insert into d1_migrations (name) values ('9999_newer.sql')");
  const env = { WORKER_STATE: temporary.path, PORT: String(await freePort()) };
  const worker = start(process.execPath, [join(root, "apps/worker/dev.ts")], { env });
  const { status, stdout, stderr } = await worker.ended;
  expect(stdout).toBe("");
  expect(stderr).toBe(
    `WORKER_STATE: the schema of the D1 in ${temporary.path} is newer than this asbuilt: it has ` +
      "the migration 9999_newer.sql\n",
  );
  expect(status).toBe(1);
});
