import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, ProblemError } from "@asbuilt/client";
import { afterAll, expect, inject, test } from "vitest";
import { root, start, temporaryFolder } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const { address: baseUrl, key } = inject("service");
const unknownPump = {
  parentSerialNo: "NO-SUCH-PUMP",
  childSerialNo: "SEAL-LOT-1",
  builtQty: 1,
  receiveAtPointOfConsumption: false,
};

test("a refusal is thrown as a typed problem", async () => {
  const refused = createClient({ baseUrl, key }).buildBuild({ body: unknownPump });
  const error = await refused.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  expect((error as ProblemError).problem).toMatchObject({ status: 404, code: "not_found" });
});

test("a refusal is returned beside answers where that is asked for", async () => {
  const asbuilt = createClient({ baseUrl: `${baseUrl}/`, key, onProblem: "return" });
  // @ts-expect-error An operation takes nothing that its document does not name.
  const { problem } = await asbuilt.productList({ body: { Nmae: "Seal" } });
  expect(problem).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/Nmae" }] });
  const { data } = await asbuilt.productList({ body: { Name: "seal" } });
  expect(data?.map(({ SUID }) => SUID)).toEqual(["SEAL"]);
  const stranger = createClient({ baseUrl, key: "nobody", onProblem: "return" });
  const { problem: unauthorized } = await stranger.materialItemGet({ path: { id: 1 } });
  expect(unauthorized?.code).toBe("unauthorized");
});

test("a write that is named takes effect once, and a page is asked for by the query", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const body = { productName: "Seal", visualSerialNo: "CLIENT-LOT", qty: 3 };
  const [first, second] = [
    await asbuilt.materialItemReceive({ body, idempotencyKey: "client-lot" }),
    await asbuilt.materialItemReceive({ body, idempotencyKey: "client-lot" }),
  ];
  expect(second).toEqual(first);
  const page = await asbuilt.productList({ body: {}, query: { limit: 2 } });
  expect(page).toHaveLength(2);
});

test("what is read is taken back as it is, nulls included", async () => {
  const asbuilt = createClient({ baseUrl, key });
  const lot = { productName: "Seal", visualSerialNo: "ROUND-TRIP-LOT", qty: 3 };
  await asbuilt.materialItemReceive({ body: { ...lot, expiryDate: null } });
  const [item] = await asbuilt.materialItemList({ body: { visualSerialNo: lot.visualSerialNo } });
  expect(item).toMatchObject({ startDT: null, endDT: null, expiryDate: null });
  const updated = await asbuilt.materialItemUpdate({ path: { id: item!.id }, body: item! });
  expect(updated.revNo).toBe(item!.revNo + 1);
});

test("what is published runs in plain Node, with no more than it depends on", async () => {
  const source = join(root, "packages/client");
  const modules = join(temporary.path, "node_modules");
  const published = join(modules, "@asbuilt/client");
  mkdirSync(published, { recursive: true });
  const { publishConfig, dependencies, ...manifest } = JSON.parse(
    readFileSync(join(source, "package.json"), "utf8"),
  );
  const compiler = join(source, "node_modules/typescript/bin/tsc");
  const project = ["-p", join(source, "tsconfig.build.json"), "--outDir", join(published, "dist")];
  expect(await start(process.execPath, [compiler, ...project], {}).ended).toMatchObject({
    status: 0,
  });
  // What pnpm does as it packs.
  const { exports } = publishConfig;
  writeFileSync(join(published, "package.json"), JSON.stringify({ ...manifest, exports }));
  for (const name of Object.keys(dependencies)) {
    cpSync(join(source, "node_modules", name), join(modules, name), {
      recursive: true,
      dereference: true,
    });
  }
  writeFileSync(
    join(temporary.path, "program.mjs"),
    `import { createClient } from "@asbuilt/client";
    const asbuilt = createClient(${JSON.stringify({ baseUrl, key })});
    const [seal] = await asbuilt.productList({ body: { Name: "Seal" } });
    console.log(seal.Name);`,
  );
  const program = ["--no-experimental-strip-types", join(temporary.path, "program.mjs")];
  const ended = await start(process.execPath, program, {}).ended;
  expect(ended).toMatchObject({ status: 0, stdout: "Seal\n", stderr: "" });
});
