import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pdfThread } from "@asbuilt/node/record-pdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { buildOf } from "../scenario/assembly.ts";
import { factories } from "../scenario/factories.ts";
import { sha256 } from "./digest.ts";
import {
  attachedTo,
  checkedByVeraPdf,
  hasPoppler,
  hasVeraPdf,
  pdfOf,
  textIn,
} from "./pdf-tools.ts";
import {
  adminKey,
  asbuilt,
  serveAsbuilt,
  type Served,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { serveWorker } from "./workers.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = { DATABASE_URL: `file:${path("plant.db")}`, ASBUILT_ADMIN_KEY: adminKey };
const elsewhere = { DATABASE_URL: `file:${path("elsewhere/none.db")}` };
const zone = { ASBUILT_TIME_ZONE: "Europe/Berlin" };

const ask = (service: Served, visualSerialNo: string, accept: string) =>
  fetch(`${service.address}/api/DeviceHistoryRecord/Get`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${adminKey}`,
      "Content-Type": "application/json",
      Accept: accept,
    },
    body: JSON.stringify({ visualSerialNo }),
  });

interface Both {
  readonly json: string;
  readonly pdf: Uint8Array;
}

/** Reads a record in both forms. Between two reads of it, a seal can be made. */
async function bothOf(service: Served, serial: string): Promise<Both> {
  const json = await (await ask(service, serial, "application/json")).text();
  const answer = await ask(service, serial, "application/pdf");
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  const pdf = new Uint8Array(await answer.arrayBuffer());
  const again = await (await ask(service, serial, "application/json")).text();
  return again === json ? { json, pdf } : bothOf(service, serial);
}

/** Builds some pieces into a unit, each an item of its own with a long serial. */
async function wideUnit(service: Served, count: number): Promise<string> {
  const plant = requestsTo({ ...service, key: adminKey });
  const make = factories(plant);
  const [part, unit] = [await make.product(), await make.product()];
  const bom = await make.bom({ parentProductName: unit.Name });
  await make.slot({
    ParentProductName: unit.Name,
    bom: bom.name,
    edhrBuildRequired: 1,
    candidates: [{ product: part.Name, isActive: true, qty: count, minQty: 0, isDefault: true }],
  });
  const order = await make.worksOrder({ productName: unit.Name, bom: bom.name });
  const parent = plant.unique("Wide");
  const items = [{ visualSerialNo: parent, qty: 1 }];
  await plant.done("put", "/api/WorksOrder/Start", { id: order.id, items });
  for (let from = 0; from < count; from += 1000) {
    const serials = Array.from({ length: Math.min(1000, count - from) }, (_, n) =>
      plant.unique(`Part-${from + n}-${"W".repeat(30)}`),
    );
    const receipts = serials.map((visualSerialNo) => ({
      productName: part.Name,
      visualSerialNo,
      qty: 1,
      batchNo: `B-${from}`,
    }));
    await plant.done("post", "/api/MaterialItem/ReceiveMany", { lines: receipts });
    const lines = serials.map((serial) => buildOf(parent, serial));
    await plant.done("put", "/api/Build/BuildMany", { lines });
  }
  return parent;
}

/** Signs the unit, and attaches a file to it. */
async function signAndAttach(service: Served, { id, revNo }: { id: number; revNo: number }) {
  const plant = requestsTo({ ...service, key: adminKey });
  const pin = "480217";
  await plant.done("put", "/api/User/SetPin", { pin });
  const signature = { entity: "MaterialItem", id, revNo, meaning: "Verified", pin };
  await plant.done("post", "/api/Signature/Sign", signature);
  const query = new URLSearchParams({ entity: "MaterialItem", entityID: String(id) });
  query.set("fileName", "leak test.csv");
  const { status } = await fetch(`${service.address}/api/Attachment/Upload?${query}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/octet-stream" },
    body: tested,
  });
  expect(status).toBe(200);
}

/** The content of the file that is attached. */
const tested = "part,bar\nPUMP-0002,6\n";

let node: Both;
let wide: Both;
let worker: Both;
/** The number of threads that the first document has started. */
let threadsMore: number;

const threadsOf = ({ child }: Served) => readdirSync(`/proc/${child.pid}/task`).length;

beforeAll(async () => {
  const service = await serveAsbuilt({ ...on, ...zone, ASBUILT_SEED: "demo" });
  const plant = requestsTo({ ...service, key: adminKey });
  const finished = await plant.done("put", "/api/MaterialItem/Complete", {
    visualSerialNo: "PUMP-0002",
    allowIncomplete: true,
    comment: "The customer <waits> & 等",
  });
  await signAndAttach(service, finished);
  const serial = await wideUnit(service, 400);
  await until(async () => {
    const { changes } = JSON.parse(await (await ask(service, serial, "*/*")).text());
    return changes.every(({ sealID }: { sealID: number | null }) => sealID !== null);
  }, service);
  const before = threadsOf(service);
  node = await bothOf(service, "PUMP-0002");
  wide = await bothOf(service, serial);
  threadsMore = threadsOf(service) - before;
  await stop(service);
  const onWorkerd = await serveWorker(path("worker"), {
    ...zone,
    ASBUILT_SEED: "demo",
    ASBUILT_ADMIN_KEY: adminKey,
  });
  worker = await bothOf(onWorkerd, "PUMP-0001");
  await stop(onWorkerd);
  writeFileSync(path("node.pdf"), node.pdf);
  writeFileSync(path("wide.pdf"), wide.pdf);
  writeFileSync(path("worker.pdf"), worker.pdf);
}, 300_000);

describe("the document of a device history record", () => {
  test("has the same bytes from Node, workerd and the command line", async () => {
    for (const { json, pdf } of [node, wide, worker]) {
      expect(sha256(pdf)).toBe(sha256(await pdfOf(json, zone.ASBUILT_TIME_ZONE)));
    }
    const args = [
      "record",
      "PUMP-0002",
      "--pdf",
      path("command.pdf"),
      "--to",
      path("command.json"),
    ];
    const { status, stdout, stderr } = await asbuilt(args, { ...on, ...zone });
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
    const json = readFileSync(path("command.json"), "utf8");
    expect(sha256(json)).toBe(sha256(node.json));
    expect(sha256(readFileSync(path("command.pdf")))).toBe(sha256(node.pdf));
    const again = await asbuilt(args.slice(0, 4), { ...on, ...zone });
    expect([again.status, again.stderr]).toEqual([
      1,
      expect.stringMatching(/^--pdf .*command\.pdf: .*exists/),
    ]);
  });

  test("depends on the time zone and on the record, and on no clock", async () => {
    const made = await pdfOf(node.json, "UTC");
    expect(sha256(made)).not.toBe(sha256(node.pdf));
    expect(sha256(await pdfOf(node.json, "UTC"))).toBe(sha256(made));
    const other = node.json.replace("PUMP-0002", "PUMP-0009");
    expect(sha256(await pdfOf(other, "UTC"))).not.toBe(sha256(made));
  });

  test("is checked by the record that is attached to it", async () => {
    const verified = await asbuilt(["verify", "--record", path("node.pdf")], elsewhere);
    expect(verified).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/PUMP-0002, no problems\n$/),
    });
    const edited = await pdfOf(node.json.replaceAll("The customer", "The boss"));
    writeFileSync(path("edited.pdf"), edited);
    const { status, stdout } = await asbuilt(["verify", "--record", path("edited.pdf")], elsewhere);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^Change \d+: it is not/m)]);
    writeFileSync(path("empty.pdf"), "%PDF-1.7\n");
    const empty = await asbuilt(["verify", "--record", path("empty.pdf")], elsewhere);
    expect([empty.status, empty.stderr]).toEqual([
      1,
      expect.stringContaining("no device history record is attached to this PDF"),
    ]);
  });

  test("is made in a thread, while this one does other work", async () => {
    expect(threadsMore).toBe(1);
    const maker = pdfThread("UTC");
    const document: { made?: Uint8Array } = {};
    void maker.make(wide.json).then((bytes) => (document.made = bytes));
    let turns = 0;
    // If it were made here, few timers would run meanwhile.
    for (; !document.made; turns++) await wait(2);
    expect(turns).toBeGreaterThan(20);
    expect(sha256(document.made)).toBe(sha256(await pdfOf(wide.json)));
    await maker.close();
  });

  test("refuses more records than can wait for the thread", async () => {
    const maker = pdfThread("UTC");
    const made = Array.from({ length: 17 }, () => maker.make(node.json));
    await expect(made.pop()).rejects.toMatchObject({ code: "overloaded" });
    const [first, ...others] = (await Promise.all(made)).map(sha256);
    expect(others).toEqual(Array.from({ length: 15 }, () => first));
    await expect(maker.make("{}")).rejects.toThrow("undefined");
    await maker.close();
  });

  test("has the record attached, and each row of the tree in its text", ({ skip }) => {
    skip(!hasPoppler, "poppler-utils is not installed");
    for (const [name, { json }] of Object.entries({ node, wide, worker })) {
      expect(attachedTo(path(`${name}.pdf`), path(`${name}.json`)), name).toBe(json);
      const text = textIn(path(`${name}.pdf`));
      const { contents, items } = JSON.parse(json);
      expect(contents.length, name).toBeGreaterThan(1);
      for (const place of contents) {
        const cells = [place.visualSerialNo, place.level, place.productName, place.version];
        const row = [...cells, place.batchNo, place.slot, place.qty, place.unit].join("");
        expect(text).toContain(row.replaceAll(/\s/g, ""));
      }
      for (const { visualSerialNo, status } of items) {
        expect(text).toContain(visualSerialNo);
        expect(text).toContain(status);
      }
    }
    const text = textIn(path("node.pdf"));
    expect(text).toContain("Thecustomer<waits>&[U+7B49]");
    expect(text).toContain("Thefontofthisdocumentlackssomescripts");
    expect(textIn(path("worker.pdf"))).not.toContain("lackssomescripts");
    expect(text).toMatch(/Page1of\d+/);
    expect(text).toMatch(/PUMP-0002\d+VerifiedAdministratorPIN/);
    expect(text).toContain(`PUMP-0002leaktest.csv${tested.length}${sha256(tested)}`);
  });

  test("is PDF/A-3b, says veraPDF", async ({ skip }) => {
    skip(!hasVeraPdf, "Java or veraPDF is not installed: .ci/run installs both");
    const hostile = node.json
      .replaceAll("PUMP-0002", `<&>${"Ω".repeat(60)}-${"W".repeat(120)}-שלום-中文`)
      .replaceAll("Administrator", "Zoë\u0301 🙂 \u00ad fi ffl");
    writeFileSync(path("hostile.pdf"), await pdfOf(hostile));
    const names = ["node", "wide", "worker", "hostile"].map((name) => path(`${name}.pdf`));
    expect(checkedByVeraPdf(names)).toEqual(names.map((name) => `PASS ${name} 3b`));
  });
});
