import { afterAll, expect, inject, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { importsIn, plantFiles } from "./plant-files.ts";
import { asbuilt, serveAsbuilt, startAsbuilt, stop, temporaryFolder, until } from "./processes.ts";
import { startReceiver } from "./receivers.ts";
import { countOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const { folderOf, newDatabase } = importsIn(temporary.path);
const on = (path: string) => ({ DATABASE_URL: `file:${path}` });

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1);

test("an import that is killed halfway completes when it is run again", async () => {
  const path = newDatabase();
  const count = 600;
  const rows = Array.from({ length: count }, (_, index) => `Seal,Lot ${index},1`);
  const folder = folderOf({
    "Product.Upsert.csv": plantFiles["Product.Upsert.csv"],
    "MaterialItem.Receive.csv": `productName,visualSerialNo,qty\n${rows.join("\n")}\n`,
  });
  // Killed within the base data, the first rows, and the last ones.
  for (const [table, reached] of [
    ["currency", 50],
    ["material_item", 20],
    ["material_item", 300],
  ] as const) {
    const run = startAsbuilt(["import", folder], on(path));
    await until(() => countOf(path, table) >= reached, run);
    run.child.kill("SIGKILL");
    expect((await run.ended).status).toBe("SIGKILL");
  }
  expect(countOf(path, "material_item")).toBeLessThan(count);
  const { status, stdout } = await asbuilt(["import", folder], on(path));
  const [, loaded, already] = /^(\d+) loaded, (\d+) loaded already, 0 refused$/m.exec(
    lastLine(stdout)!,
  )!;
  expect(status).toBe(0);
  expect(Number(loaded)).toBeGreaterThan(0);
  expect(Number(loaded) + Number(already)).toBe(count + 3);
  expect(countOf(path, "material_item")).toBe(count);
  expect(countOf(path, "material_status")).toBe(6);
});

test("a folder is loaded into a running service, once", async () => {
  const { address, key } = inject("service");
  const folder = folderOf({ "Location.Upsert.csv": "suid,name\n00,Dock 0\n01,Dock 1\n" });
  const first = await asbuilt(["import", folder, "--url", address, "--key", key]);
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(lastLine(first.stdout)).toBe("2 loaded, 0 loaded already, 0 refused");
  const second = await asbuilt(["import", folder, "--url", `${address}/`], {
    ASBUILT_ADMIN_KEY: key,
  });
  expect(lastLine(second.stdout)).toBe("0 loaded, 2 loaded already, 0 refused");
  const stranger = await asbuilt(["import", folder, "--url", address, "--key", "nobody"]);
  expect(stranger).toMatchObject({ status: 1, stdout: "" });
  expect(stranger.stderr).toBe(`${address}: The key is not known.\n`);
});

test("an import into a service that is restarted continues", async () => {
  const path = newDatabase();
  const service = await serveAsbuilt(on(path));
  const { port } = new URL(service.address);
  const count = 600;
  const rows = Array.from({ length: count }, (_, index) => `LOC-${index},Place ${index}`);
  const folder = folderOf({ "Location.Upsert.csv": `suid,name\n${rows.join("\n")}\n` });
  const at = ["--url", service.address, "--key", service.key];
  const run = startAsbuilt(["import", folder, ...at]);
  await until(() => countOf(path, "location") > 20, run);
  await stop(service);
  expect(countOf(path, "location")).toBeLessThan(count);
  const restarted = await serveAsbuilt({ ...on(path), PORT: port });
  // A row whose response was lost can be found loaded already.
  const { status, stdout, stderr } = await run.ended;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const [loaded, already] = lastLine(stdout)!.match(/\d+/g)!.map(Number);
  expect(loaded! + already!).toBe(count);
  expect(countOf(path, "location")).toBe(1 + count);
  await stop(restarted);
});

test("an import that loses its service reports the results of the rows before", async () => {
  const path = newDatabase();
  const service = await serveAsbuilt(on(path));
  const admin = requestsTo(service);
  const { id } = await admin.done("put", "/api/User/Upsert", { name: "Loader" });
  const asked = { user: "Loader", role: "admin", name: "loader" };
  const { key } = await admin.done("post", "/api/ApiKey/Create", asked);
  const rows = [{ name: "One" }, { nome: "?" }, { id, isActive: false }, { name: "Two" }];
  const folder = folderOf({
    "User.Upsert.ndjson": rows.map((row) => JSON.stringify(row)).join("\n"),
  });
  const ended = await asbuilt(["import", folder, "--url", service.address, "--key", key]);
  expect(ended).toEqual({
    status: 1,
    stdout: "User.Upsert.ndjson: 2 loaded, 0 loaded already, 1 refused, the rest was not sent\n",
    stderr: expect.stringMatching(
      /^User\.Upsert\.ndjson:2: .+\nhttp:.+: The key's user is retired\.\n$/,
    ),
  });
  await stop(service);
});

test("an import into a server that is not asbuilt loads nothing and says so in one line", async () => {
  const folder = folderOf({ "Location.Upsert.csv": "name\nRack 1\n" });
  const page = await startReceiver((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("<p>Sign in</p>");
  });
  const elsewhere = await startReceiver((_request, response) => {
    response.writeHead(302, { Location: page.url }).end();
  });
  const json = { "Content-Type": "application/json" };
  const empty = await startReceiver((_request, response) => {
    response.writeHead(200, { ...json, "Content-Length": 0 }).end();
  });
  const accepting = await startReceiver((_request, response) => {
    response.writeHead(202, json).end("{}");
  });
  for (const [{ url }, why] of [
    [page, "its response is text/html"],
    [elsewhere, `it redirects to ${page.url}`],
    [empty, "its response is not JSON"],
    [accepting, "its response has status 202"],
  ] as const) {
    for (const command of [["import", folder], ["anchor"], ["key", "list"]]) {
      const ended = await asbuilt([...command, "--url", url, "--key", "key"]);
      expect(ended).toEqual({
        status: 1,
        stdout: "",
        stderr: `${url} does not respond like asbuilt: ${why}\n`,
      });
    }
  }
  for (const { close } of [page, elsewhere, empty, accepting]) close();
});
