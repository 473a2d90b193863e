import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { asbuilt, serveAsbuilt, stop, temporaryFolder, until } from "./processes.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (name: string) => join(temporary.path, name);
const on = { DATABASE_URL: `file:${path("plant.db")}` };
/** A holder of a record has no database, and so no key. */
const elsewhere = { DATABASE_URL: `file:${path("elsewhere/none.db")}` };
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

let served = "";

beforeAll(async () => {
  const service = await serveAsbuilt({ ...on, ASBUILT_SEED: "demo" });
  await requestsTo(service).done("put", "/api/MaterialItem/Complete", {
    visualSerialNo: "PUMP-0002",
    allowIncomplete: true,
    comment: "The customer waits",
  });
  const read = async () => {
    const answer = await fetch(`${service.address}/api/DeviceHistoryRecord/Get`, {
      method: "POST",
      headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ visualSerialNo: "PUMP-0002" }),
    });
    return answer.text();
  };
  await until(async () => {
    served = await read();
    return JSON.parse(served).changes.every(({ sealID }: Change) => sealID !== null);
  }, service);
  await stop(service);
  const { stdout } = await asbuilt(["anchor"], on);
  writeFileSync(path("anchor.json"), stdout);
}, 60_000);

interface Change {
  readonly seq: number;
  readonly sealID: number | null;
}

// Tests run at the same time.
let edited = 0;

/** Writes an edited record, and verifies it where there is no database. */
async function verified(edit: (text: string) => string, ...more: string[]) {
  const file = path(`edited-${edited++}.json`);
  writeFileSync(file, edit(served));
  const args = ["verify", "--record", file, ...more];
  const { status, stdout, stderr } = await asbuilt(args, elsewhere);
  const lines = `${stdout}${stderr}`.trimEnd().split("\n");
  return { status, lines: lines.map((line) => line.replace(file, "FILE")) };
}

test("the command line writes the bytes that the service sends", async () => {
  const args = ["record", "pump-0002", "--to", path("record.json")];
  const { status, stderr } = await asbuilt(args, on);
  expect([status, stderr]).toEqual([0, ""]);
  expect(digestOf(readFileSync(path("record.json"), "utf8"))).toBe(digestOf(served));
  const again = await asbuilt(args, on);
  expect([again.status, again.stderr]).toEqual([
    1,
    expect.stringMatching(/^--to .*record\.json: .*exists/),
  ]);
});

test("a record that nobody has edited is sound, without a database and its key", async () => {
  const { status, lines } = await verified((text) => text, "--anchor", path("anchor.json"));
  expect(lines).toEqual([
    expect.stringMatching(/^FILE: 10 of 10 changes sealed by [\w-]{43}$/),
    "FILE: no sealing key is known here, so any key was accepted",
    "FILE: checked against 1 anchor",
    "FILE: PUMP-0002, no problems",
  ]);
  expect(status).toBe(0);
});

test.for<[what: string, edit: (text: string) => string, problem: RegExp]>([
  [
    "a comment that is shown",
    (text) => text.replace('"comment":"The customer waits"', '"comment":"As planned"'),
    /^Change \d+: it is not what its text and its seal say\.$/,
  ],
  [
    "a comment with its text",
    (text) => text.replaceAll("The customer waits", "As planned"),
    /^Change \d+: it is not the change that seal \d+ covers\.$/,
  ],
  [
    "the number of a unit in a text",
    (text) => text.replaceAll(/(\\"MaterialItem\\",)2,/g, "$13,"),
    /^Change \d+: it is not the change that seal \d+ covers\.$/,
  ],
  [
    "a digest in a seal",
    (text) => text.replace(/("digests":")../, "$1AA"),
    /^Seal \d+: it was changed after it was made\.$/,
  ],
  [
    "all seals that were left out, and a comment with its text,",
    (text) =>
      text
        .replaceAll("The customer waits", "As planned")
        .replace(/"seals":\[.*?\]/, '"seals":[]')
        .replaceAll(/"sealID":\d+/g, '"sealID":null'),
    /^Change \d+: no seal covers it\.$/,
  ],
  [
    "the seal that a change names",
    (text) => text.replace(/"sealID":\d+/, '"sealID":99'),
    /^Change \d+: it is not what its text and its seal say\.$/,
  ],
  [
    "a text that is no row any more",
    (text) => text.replace(/"text":"\[/, '"text":"{'),
    /^Change \d+: it is not what its text and its seal say\.$/,
  ],
  [
    "a signature",
    (text) => text.replace(/("signature":")../, "$1AA"),
    /^Seal \d+: its signature does not match its key\.$/,
  ],
])("%s that was edited is found", async ([, edit, problem]) => {
  const { status, lines } = await verified(edit);
  expect(lines).toContainEqual(expect.stringMatching(problem));
  expect(status).toBe(1);
});

test("a seal that is not the one of the anchor, or of another key, is found", async () => {
  const { seals } = JSON.parse(served);
  const anchor = { ...JSON.parse(readFileSync(path("anchor.json"), "utf8")), id: seals[0].id };
  writeFileSync(path("other.json"), JSON.stringify(anchor));
  const { status, lines } = await verified((text) => text, "--anchor", path("other.json"));
  const isAnother = seals[0].hash !== anchor.hash;
  expect([isAnother, status]).toEqual([true, 1]);
  expect(lines).toContain(`Seal ${anchor.id}: it is not the seal that the anchor names.`);

  writeFileSync(path("served.json"), served);
  const trusting = { ...elsewhere, ASBUILT_SEAL_KEY: Buffer.alloc(32, 7).toString("base64url") };
  const stranger = await asbuilt(["verify", "--record", path("served.json")], trusting);
  expect(stranger.stdout).toMatch(/^The key [\w-]{43} is not trusted\.$/m);
  expect(stranger.status).toBe(1);
});

test("what can't be a record, or names no unit, is said in one line", async () => {
  const { status, lines } = await verified(() => "{}");
  expect([status, lines]).toEqual([1, ["FILE: this is no device history record"]]);
  const unknown = await asbuilt(["record", "NO-SUCH-UNIT"], on);
  expect([unknown.status, unknown.stderr]).toEqual([
    1,
    "the serial NO-SUCH-UNIT: No material item has the serial NO-SUCH-UNIT.\n",
  ]);
  const wrongTime = await asbuilt(["record", "PUMP-0002", "--at", "yesterday"], on);
  expect([wrongTime.status, wrongTime.stderr]).toEqual([
    1,
    expect.stringMatching(/^--at yesterday: An RFC 3339 time/),
  ]);
});
