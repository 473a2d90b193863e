import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { root, start, temporaryFolder } from "./processes.ts";
import { expectWellMade, packClient } from "./published.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const { address: baseUrl, key } = inject("service");

test("the packed client is installed elsewhere, and used from JavaScript and TypeScript", async () => {
  const tarball = packClient(temporary.path);
  await expectWellMade(tarball);
  writeFileSync(join(temporary.path, "package.json"), '{"type":"module"}');
  const install = ["install", "--no-audit", "--no-fund", tarball];
  const outside = { cwd: temporary.path };
  expect(await start("npm", install, outside).ended).toMatchObject({ status: 0 });
  const program = `const asbuilt = createClient(${JSON.stringify({ baseUrl, key })});
    const [seal] = await asbuilt.productList({ body: { Name: "Seal" } });
    const lot = { productName: "None", visualSerialNo: "NONE", qty: 1 };
    const refused = await asbuilt.materialItemReceive({ body: lot }).catch((error) => error);
    console.log(seal?.Name, refused instanceof ProblemError && refused.problem.code);`;
  writeFileSync(
    join(temporary.path, "program.js"),
    `import { createClient, ProblemError } from "@asbuilt/client";\n${program}`,
  );
  // A name of the package's types, and a field that no product has.
  writeFileSync(
    join(temporary.path, "typed.ts"),
    `import { type Client, createClient, ProblemError } from "@asbuilt/client";\n${program}
    const client: Client = asbuilt;
    // @ts-expect-error A product has no such field.
    export const nothing = (await client.productList({ body: {} }))[0]?.Nmae;`,
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const strict = ["--strict", "--module", "nodenext", "--target", "es2022"];
  const compile = [compiler, ...strict, "--lib", "es2022,dom,dom.iterable", "typed.ts"];
  expect(await start(process.execPath, compile, outside).ended).toMatchObject({
    stdout: "",
    status: 0,
  });
  for (const file of ["program.js", "typed.js"]) {
    const run = ["--no-experimental-strip-types", file];
    const ended = await start(process.execPath, run, outside).ended;
    expect(ended).toMatchObject({ status: 0, stdout: "Seal not_found\n", stderr: "" });
  }
});

test("npm refuses to pack the client: only pnpm writes its exports and dependencies", async () => {
  const packing = start("npm", ["pack", "--dry-run", join(root, "packages/client")], {});
  const { status, stderr } = await packing.ended;
  expect(status).toBe(1);
  expect(stderr).toContain("Pack it with pnpm.");
});
