import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type ClientRequest, request as requestOf } from "node:http";
import { join } from "node:path";
import { createClient } from "@asbuilt/client";
import { afterAll, expect, test } from "vitest";
import { requestsTo } from "../plants/requests.ts";
import { factories } from "../scenario/factories.ts";
import {
  adminKey,
  asbuilt,
  type Served,
  serveAsbuilt,
  servicesIn,
  stop,
  temporaryFolder,
  until,
} from "./processes.ts";
import { rowsOf } from "./stored.ts";

const temporary = temporaryFolder();
afterAll(temporary.remove);

const path = (...names: string[]) => join(temporary.path, ...names);
const serve = servicesIn(temporary.path);
const at = (name: string) => ({ DATABASE_URL: `file:${path(name)}` });
const serveAt = (name: string, more: Readonly<Record<string, string>> = {}) =>
  serveAsbuilt({ ...at(name), ASBUILT_SEED: "demo", ASBUILT_ADMIN_KEY: adminKey, ...more });

/** The bytes of a document, different for each number. */
const documentOf = (number: number, size = 100_000) =>
  Buffer.concat([Buffer.from(`%PDF-1.7 ${number}\n`), Buffer.alloc(size, number)]);
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Attaches a file to item 1 with the client, as a program does. */
const attach = ({ address }: Served, bytes: Buffer, fileName = "test.pdf") =>
  createClient({ baseUrl: address, key: adminKey }).attachmentUpload({
    query: { entity: "MaterialItem", entityID: 1, fileName },
    body: new Blob([new Uint8Array(bytes)]),
  });

/** Begins an upload, and sends only its first bytes. */
async function stalled({ address }: Served, key = adminKey): Promise<ClientRequest> {
  const query = "entity=MaterialItem&entityID=1&fileName=slow.pdf";
  const sent = requestOf(`${address}/api/Attachment/Upload?${query}`, {
    method: "POST",
    agent: false,
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/octet-stream",
      "Content-Length": 20_000_000,
    },
  });
  // The service can end first.
  sent.on("error", () => {});
  sent.write(documentOf(0, 50_000));
  await once(sent, "socket");
  return sent;
}

/** Returns the names of the files in a folder and below, in order. */
const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    : [];

const contentOf = (folder: string, sha256: string) => join(folder, sha256.slice(0, 2), sha256);

test("a content is in a folder beside the database, once, and only its owner can read it", async () => {
  const service = await serveAt("plant.db");
  const folder = path("plant.db.attachments");
  expect(existsSync(folder)).toBe(false);
  const bytes = documentOf(1);
  const made = await attach(service, bytes);
  await attach(service, bytes, "again.pdf");
  expect(filesIn(folder)).toEqual([digestOf(bytes)]);
  const file = contentOf(folder, made.sha256);
  expect(readFileSync(file)).toEqual(bytes);
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
  const client = createClient({ baseUrl: service.address, key: adminKey });
  const content = await client.attachmentContent({ path: { id: made.id } });
  expect(Buffer.from(await content.arrayBuffer())).toEqual(bytes);
  await stop(service);
});

test("ASBUILT_ATTACHMENTS names another folder", async () => {
  const folder = path("elsewhere", "attachments");
  const service = await serveAt("named.db", { ASBUILT_ATTACHMENTS: folder });
  const { sha256 } = await attach(service, documentOf(2));
  expect(filesIn(folder)).toEqual([sha256]);
  expect(existsSync(path("named.db.attachments"))).toBe(false);
  await stop(service);
});

test("kill -9 during uploads leaves no row without its content, and what it leaves is swept", async () => {
  const folder = path("killed.db.attachments");
  const service = await serveAt("killed.db");
  const incoming = () => filesIn(join(folder, "incoming"));
  await stalled(service);
  await until(() => incoming().length === 1);
  let answered = 0;
  const sending = Array.from({ length: 6 }, async (_, one) => {
    for (let turn = 0; ; turn++) {
      await attach(service, documentOf(1000 * one + turn));
      answered += 1;
    }
  });
  const ended = Promise.allSettled(sending);
  await until(() => answered >= 12);
  await stop(service, "SIGKILL");
  await ended;
  const named = rowsOf(path("killed.db"), "select sha256, size from attachment");
  expect(named.length).toBeGreaterThanOrEqual(answered);
  for (const { sha256, size } of named) {
    const bytes = readFileSync(contentOf(folder, String(sha256)));
    expect([digestOf(bytes), bytes.length]).toEqual([sha256, size]);
  }
  expect(incoming().length).toBeGreaterThan(0);
  // A content that was kept when the process ended, without its row.
  const orphan = documentOf(99);
  mkdirSync(join(folder, digestOf(orphan).slice(0, 2)), { recursive: true });
  writeFileSync(contentOf(folder, digestOf(orphan)), orphan);
  writeFileSync(join(folder, "incoming", `${digestOf(orphan)}.one.kept`), "");
  // One that no row names, and that no upload of this service left: as after a restore.
  const restored = documentOf(98);
  mkdirSync(join(folder, digestOf(restored).slice(0, 2)), { recursive: true });
  writeFileSync(contentOf(folder, digestOf(restored)), restored);
  const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), twoDaysAgo, twoDaysAgo);
  }
  const again = await serveAt("killed.db");
  await until(() => incoming().length === 0);
  expect(existsSync(contentOf(folder, digestOf(orphan)))).toBe(false);
  expect(existsSync(contentOf(folder, digestOf(restored)))).toBe(true);
  await stop(again);
  expect(await asbuilt(["verify"], at("killed.db"))).toMatchObject({ status: 0 });
});

test("66 stalled uploads of a key cost others nothing, and leave nothing", async () => {
  const service = await serve("stalled");
  const client = createClient({ baseUrl: service.address, key: adminKey });
  const { userID } = await client.sessionGet({ body: {} });
  const made = await client.apiKeyCreate({ body: { name: "Slow", userID, role: "operator" } });
  const product = await factories(requestsTo({ ...service, key: adminKey })).product();
  await client.materialItemReceive({
    body: { productName: product.Name, visualSerialNo: "C-1", qty: 1 },
  });
  const slow = await Promise.all(Array.from({ length: 66 }, () => stalled(service, made.key!)));
  const statuses = slow.map((sent) => once(sent, "response"));
  // Those beyond the share of the key are refused without waiting.
  const refused = await Promise.race(statuses);
  expect(refused[0]).toMatchObject({ statusCode: 503 });
  for (const promise of statuses) promise.catch(() => {});
  expect((await client.materialItemList({ body: {} })).length).toBe(1);
  for (const sent of slow) sent.destroy();
  const bytes = documentOf(5);
  await until(async () => (await attach(service, bytes).catch(() => undefined)) !== undefined);
  const folders = readdirSync(temporary.path).filter((name) => name.endsWith(".attachments"));
  const folder = folders
    .map((name) => path(name))
    .find((one) => filesIn(one).includes(digestOf(bytes)))!;
  await until(() => filesIn(folder).length === 1);
  await stop(service);
});

test("a backup has the contents, and a restore puts them back", async () => {
  const service = await serveAt("whole.db");
  const folder = path("whole.db.attachments");
  const [first, second] = [documentOf(21), documentOf(22)];
  await attach(service, first);
  const kept = path("kept");
  const pool = path("kept", "attachments");
  const keep = () => asbuilt(["keep-backups", kept], at("whole.db"));
  const made = await keep();
  expect([made.status, made.stderr]).toEqual([0, ""]);
  expect(made.stdout).toContain(`${pool}: 1 content of attachments, 1 new`);
  expect(filesIn(pool)).toEqual([digestOf(first)]);
  await attach(service, second);
  const backup = path("kept", "by-hand.db");
  const again = await asbuilt(["backup", backup], at("whole.db"));
  expect(again.stdout).toContain(`${pool}: 2 contents of attachments, 1 new`);
  await stop(service);
  rmSync(folder, { recursive: true });
  const lost = await asbuilt(["verify"], at("whole.db"));
  expect(lost.status).toBe(1);
  expect(lost.stdout).toContain(`its content is missing (${digestOf(first)})`);
  const restored = await asbuilt(
    ["restore", "--force", "--reason", "The disk was lost", backup],
    at("whole.db"),
  );
  expect([restored.status, restored.stderr]).toEqual([0, ""]);
  expect(restored.stdout).toContain(`${folder}: 2 contents of attachments, 2 of the backup`);
  expect(filesIn(folder)).toEqual([digestOf(first), digestOf(second)].toSorted());
  const verified = await asbuilt(["verify"], at("whole.db"));
  expect(verified.status).toBe(0);
  expect(verified.stdout).toContain("2 contents of attachments compared");
});

test("verify finds a forged content, in the folder and in a backup, and a backup does not copy it", async () => {
  const service = await serveAt("forged.db");
  const folder = path("forged.db.attachments");
  const bytes = documentOf(31);
  const { id, sha256 } = await attach(service, bytes);
  await stop(service);
  const copy = path("sound", "copy.db");
  mkdirSync(path("sound"));
  expect((await asbuilt(["backup", copy], at("forged.db"))).status).toBe(0);
  const finding = `Attachment ${id}: its content was altered: it has another digest (${sha256})`;
  const forge = (root: string) => {
    const forged = Buffer.from(bytes);
    forged[50] = 7;
    writeFileSync(contentOf(root, sha256), forged);
  };
  forge(folder);
  const found = await asbuilt(["verify"], at("forged.db"));
  expect(found).toMatchObject({ status: 1 });
  expect(found.stdout).toContain(finding);
  expect(await asbuilt(["verify", copy], at("forged.db"))).toMatchObject({ status: 0 });
  mkdirSync(path("unsound"));
  const made = await asbuilt(["backup", path("unsound", "copy.db")], at("forged.db"));
  expect(made.stderr).toContain(`its content ${sha256} was altered in ${folder}`);
  expect(filesIn(path("unsound", "attachments"))).toEqual([]);
  forge(path("sound", "attachments"));
  expect((await asbuilt(["verify", copy], at("forged.db"))).stdout).toContain(finding);
});
