import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { digestOf, picture, textBytes, uploadTo } from "./attached.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant();
const product = await plant.product();
const item = await plant.receive({ productName: product.Name, qty: 1 });
const ofItem = { entity: "MaterialItem", entityID: item.id as number };
const upload = uploadTo.bind(undefined, plant);

let pictures = 0;
const next = () => picture(++pictures);

/** Uploads a picture that no record has. */
async function attached(fields: Partial<Parameters<typeof upload>[0]> = {}) {
  const { status, body } = await upload({ ...ofItem, ...fields }, next());
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const list = (filter: object) => plant.done("post", "/api/Attachment/List", filter);
const remove = (fields: object, by = {}) => plant.post("/api/Attachment/Remove", fields, by);
const historyOf = (id: number) =>
  plant.done("post", "/api/History/List", { entity: "Attachment", id });
const changes = () => plant.sql("select count(*) as n from change_log");

/** Expects a refusal that changes nothing. */
async function expectRefused(send: () => ReturnType<typeof upload>, refusal: object) {
  const before = await changes();
  expect((await send()).body).toMatchObject(refusal);
  expect(await changes()).toEqual(before);
}

describe("Upload", () => {
  test("attaches a file, and the log has its digest, size, type and name", async () => {
    const bytes = next();
    const sha256 = await digestOf(bytes);
    const { status, body } = await upload({ ...ofItem, description: "The weld" }, bytes);
    const shown = {
      ...ofItem,
      fileName: "weld.png",
      mediaType: "image/png",
      size: 64,
      sha256,
      description: "The weld",
      createdAt: expect.any(String),
      removedAt: null,
    };
    expect({ status, body }).toEqual({
      status: 200,
      body: { id: expect.any(Number), revNo: 1, userID: expect.any(Number), ...shown },
    });
    const [change] = await historyOf(body.id);
    expect(change).toMatchObject({ action: "uploaded", before: null, after: shown });
    expect(await plant.done("post", "/api/Attachment/Get", { id: body.id })).toEqual(body);
  });

  test.each(["Product", "BomSlot", "WorksOrder"])("takes files of a %s", async (entity) => {
    const bom = await plant.bom({ parentProductName: (await plant.product()).Name });
    const of = { ParentProductName: bom.parentProductName, bom: bom.name };
    const owners: Record<string, () => Promise<number>> = {
      Product: async () => (await plant.product()).ID,
      BomSlot: async () => (await plant.slot(of)).id,
      WorksOrder: async () =>
        (await plant.worksOrder({ productName: bom.parentProductName, bom: bom.name })).id,
    };
    const entityID = await owners[entity]!();
    const made = await attached({ entity, entityID });
    expect(await list({ entity, entityID })).toEqual([made]);
  });

  test("keeps the same bytes once, and attaches them to a record once", async () => {
    const bytes = next();
    const first = await upload({ ...ofItem, fileName: "one.png" }, bytes);
    const before = await changes();
    const again = await upload({ ...ofItem, fileName: "two.png" }, bytes);
    expect(again.body).toEqual(first.body);
    expect(await changes()).toEqual(before);
    const other = await plant.receive({ productName: product.Name, qty: 1 });
    const there = await upload({ entity: "MaterialItem", entityID: other.id }, bytes);
    expect(there.body).toMatchObject({ sha256: first.body.sha256, entityID: other.id });
    expect(there.body.id).not.toBe(first.body.id);
  });

  test("takes effect once under an Idempotency-Key, which names the bytes too", async () => {
    const bytes = next();
    const headers = { "Idempotency-Key": plant.unique("upload") };
    const first = await upload(ofItem, bytes, { headers });
    const again = await upload(ofItem, bytes, { headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    await expectRefused(() => upload(ofItem, next(), { headers }), {
      code: "idempotency_conflict",
    });
  });

  test("attaches the same bytes of a crowd once", async () => {
    const bytes = next();
    const { tally, answers } = await plant.race(6, () => upload(ofItem, bytes));
    expect(tally).toEqual({ 200: 6 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { sha256 } = answers[0]!.body;
    expect(await list({ sha256 })).toHaveLength(1);
  });

  test("refuses a record that does not exist", async () => {
    for (const entity of ["MaterialItem", "Product", "BomSlot", "WorksOrder"]) {
      await expectRefused(() => upload({ entity, entityID: 999_999 }, next()), {
        code: "not_found",
        detail: expect.stringContaining("999999"),
      });
    }
  });

  test("is decided again if its product was deleted meanwhile", async () => {
    const { ID, revNo } = await plant.product();
    const [answer] = await overtake(
      plant,
      () => upload({ entity: "Product", entityID: ID }, next()),
      () => plant.delete("/api/Product/Delete", { ID, revNo }),
    );
    expect(answer.body).toMatchObject({ code: "not_found" });
    expect(await list({ entity: "Product", entityID: ID })).toEqual([]);
  });

  test("refuses more than 200 attachments of a record", async () => {
    const other = await plant.receive({ productName: product.Name, qty: 1 });
    const to = { entity: "MaterialItem", entityID: other.id as number };
    for (let sent = 0; sent < 200; sent += 8) {
      const { tally } = await plant.race(8, () => upload(to, next()));
      expect(tally).toEqual({ 200: 8 });
    }
    await expectRefused(() => upload(to, next()), { code: "too_many", limit: 200 });
    // One that is there already is no further one.
    const { body } = await upload(to, picture(pictures - 1));
    expect(body.entityID).toBe(other.id);
  });
});

describe("the content", () => {
  const get = async (id: number) => plant.fetch(`/api/Attachment/Content/${id}`);

  test("is returned as it was sent, and never for a browser to show", async () => {
    const bytes = picture(++pictures, 300_000);
    const { body } = await upload({ ...ofItem, fileName: 'Schweißnaht "A" 1.png' }, bytes);
    const answer = await get(body.id);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": "300000",
      "content-disposition":
        `attachment; filename="Schwei_naht _A_ 1.png"; ` +
        `filename*=UTF-8''Schwei%C3%9Fnaht%20%22A%22%201.png`,
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    const digest = Buffer.from(body.sha256, "hex").toString("base64");
    expect(headers["repr-digest"]).toBe(`sha-256=:${digest}:`);
  });

  test("stays when the attachment is removed", async () => {
    const bytes = next();
    const { body } = await upload(ofItem, bytes);
    await remove({ id: body.id });
    expect(new Uint8Array(await (await get(body.id)).arrayBuffer())).toEqual(bytes);
  });

  test("is not found without an attachment, or without a key", async () => {
    expect((await plant.get("/api/Attachment/Content/999999")).body.code).toBe("not_found");
    const { id } = await attached();
    const { status } = await plant.get(`/api/Attachment/Content/${id}`, { key: null });
    expect(status).toBe(401);
  });
});

describe("Remove", () => {
  test("takes it off its record, once, with a comment in the log", async () => {
    const { id, ...made } = await attached();
    const removed = await remove({ id, revNo: 1, comment: "The wrong unit" });
    expect(removed.body).toEqual({ ...made, id, revNo: 2, removedAt: expect.any(String) });
    expect(await list({ id })).toEqual([]);
    expect(await list({ id, includeRemoved: true })).toEqual([removed.body]);
    const [, change] = await historyOf(id);
    expect(change).toMatchObject({ action: "removed", comment: "The wrong unit", revNo: 2 });
    const before = await changes();
    expect((await remove({ id })).body).toEqual(removed.body);
    expect(await changes()).toEqual(before);
  });

  test("of two removals at the same time, one is made", async () => {
    const { id } = await attached();
    const [late] = await overtake(
      plant,
      () => remove({ id }),
      () => remove({ id }),
    );
    expect(late.body).toMatchObject({ id, revNo: 2 });
    expect(await historyOf(id)).toHaveLength(2);
  });

  test("lets the same bytes be attached again", async () => {
    const bytes = next();
    const first = await upload(ofItem, bytes);
    await remove({ id: first.body.id });
    const again = await upload(ofItem, bytes);
    expect(again.body).toMatchObject({ sha256: first.body.sha256, removedAt: null, revNo: 1 });
    expect(again.body.id).not.toBe(first.body.id);
  });

  test("refuses an older revision, and an attachment that does not exist", async () => {
    const { id } = await attached();
    await expectRefused(() => remove({ id, revNo: 7 }), { code: "stale_revision" });
    await expectRefused(() => remove({ id: 999_999 }), { code: "not_found" });
  });
});

describe("the type of a file", () => {
  const send = (fileName: string, bytes: Uint8Array, headers = {}) =>
    upload({ ...ofItem, fileName }, bytes, { headers });
  const step = "ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n";

  test.each([
    ["a.PNG", "image/png", next()],
    ["a.jpeg", "image/jpeg", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2])],
    ["a.webp", "image/webp", textBytes("RIFF\u0001\u0001\u0001\u0001WEBPVP8 ")],
    ["a.pdf", "application/pdf", textBytes("%PDF-1.7\n")],
    ["a.txt", "text/plain", textBytes("Prüfung bestanden\r\n")],
    ["a.csv", "text/csv", textBytes("a;b\n1;2\n")],
    ["a.json", "application/json", textBytes(' {"ok":true}\n')],
    ["a.stp", "model/step", textBytes(step)],
  ])("%s is %s", async (fileName, mediaType, bytes) => {
    expect((await send(fileName, bytes)).body).toMatchObject({ fileName, mediaType });
    expect((await send(fileName, bytes, { "Content-Type": mediaType })).status).toBe(200);
  });

  test.each([
    ["page.html", textBytes("<script>alert(1)</script>"), "ends with one of png"],
    ["drawing.svg", textBytes("<svg/>"), "ends with one of png"],
    ["png", next(), "ends with one of png"],
    ["a.png", textBytes("<!doctype html>"), "is not image/png"],
    ["a.png", new Uint8Array([0x89]), "is not image/png"],
    ["a.pdf", next(), "it begins as image/png"],
    ["a.txt", textBytes("%PDF-1.7\n"), "it begins as application/pdf"],
    ["a.csv", new Uint8Array([0x61, 0x00, 0x3b]), "it has control characters"],
    ["a.json", textBytes("true"), "no JSON"],
    ["a.json", textBytes('{"cut":'), "no whole JSON"],
    ["a.json", new Uint8Array([0x7b, 0xff, 0x7d]), "no JSON"],
  ])("%s is refused where its content or its name is another one", async (name, bytes, detail) => {
    await expectRefused(() => send(name, bytes), {
      code: "unsupported_media_type",
      detail: expect.stringContaining(detail),
    });
  });

  test("is not what another Content-Type says", async () => {
    for (const type of ["application/json", "image/jpeg", null]) {
      await expectRefused(() => send("a.png", next(), { "Content-Type": type }), {
        code: "unsupported_media_type",
        detail: expect.stringContaining("image/png"),
      });
    }
    await expectRefused(() => send("a.png", next(), { "Content-Encoding": "gzip" }), {
      code: "unsupported_media_type",
    });
  });

  test("does not come from a path", async () => {
    for (const name of ["../../etc/passwd.txt", String.raw`..\x.txt`, "a\u0000.txt", ""]) {
      await expectRefused(() => send(name, textBytes("x")), {
        code: "validation_failed",
        detail: expect.stringContaining("fileName"),
      });
    }
  });
});

describe("the size of a file", () => {
  const sized = (length: string | null, bytes = next()) =>
    upload(ofItem, bytes, { headers: { "Content-Length": length } });

  test("is at most 25 MiB, and announced", async () => {
    await expectRefused(() => sized(String(25 * 1_048_576 + 1)), { code: "too_large" });
    await expectRefused(() => sized("many"), {
      code: "validation_failed",
      detail: expect.stringContaining("Content-Length"),
    });
    await expectRefused(() => sized("0", new Uint8Array()), {
      code: "validation_failed",
      detail: "The file is empty.",
    });
  });

  test("is what was announced", async () => {
    for (const length of ["63", "65"]) {
      await expectRefused(() => sized(length), { code: "malformed_body" });
    }
  });

  test("can be 25 MiB", async () => {
    const bytes = picture(++pictures, 25 * 1_048_576);
    const { status, body } = await upload(ofItem, bytes);
    expect({ status, size: body.size }).toEqual({ status: 200, size: bytes.length });
    const content = await plant.fetch(`/api/Attachment/Content/${body.id}`);
    expect(await digestOf(new Uint8Array(await content.arrayBuffer()))).toBe(body.sha256);
  });
});

describe("roles", () => {
  test("an operator attaches to items and orders, an engineer to products and slots too", async () => {
    const { operator, viewer, engineer, stores, quality } = plant.keys;
    const toProduct = { entity: "Product", entityID: product.ID as number };
    for (const key of [operator, stores, quality, engineer]) {
      expect((await upload(ofItem, next(), { key })).status).toBe(200);
    }
    expect((await upload(ofItem, next(), { key: viewer })).status).toBe(403);
    for (const key of [operator, stores, quality]) {
      await expectRefused(() => upload(toProduct, next(), { key }), {
        code: "forbidden",
        detail: expect.stringContaining("Product/Upsert"),
      });
    }
    const made = await upload(toProduct, next(), { key: engineer });
    expect(made.status).toBe(200);
    const { id } = made.body;
    await expectRefused(() => remove({ id }, { key: quality }), { code: "forbidden" });
    expect((await remove({ id }, { key: engineer })).status).toBe(200);
    const ofItsOwn = await attached();
    await expectRefused(() => remove({ id: ofItsOwn.id }, { key: operator }), {
      code: "forbidden",
    });
    expect((await remove({ id: ofItsOwn.id }, { key: quality })).status).toBe(200);
  });

  test("a key that is bound to Upload alone attaches to no product", async () => {
    const made = await plant.done("post", "/api/ApiKey/Create", {
      name: plant.unique("Key"),
      userID: 1,
      role: "admin",
      operations: ["attachmentUpload"],
    });
    const toProduct = { entity: "Product", entityID: product.ID as number };
    expect((await upload(ofItem, next(), { key: made.key })).status).toBe(200);
    expect((await upload(toProduct, next(), { key: made.key })).status).toBe(403);
  });
});

describe("Verify", () => {
  const verify = () => plant.done("post", "/api/Audit/Verify", {});

  test("finds a content that is missing, and one that was altered", async () => {
    const [lost, forged, removed] = [await attached(), await attached(), await attached()];
    await remove({ id: removed.id });
    const { contents, isSound } = await verify();
    expect({ contents, isSound }).toEqual({ contents: expect.any(Number), isSound: true });
    const [bytes, same] = [picture(0), picture(0, 65)];
    await plant.database.forge(lost.sha256, undefined);
    await plant.database.forge(forged.sha256, bytes);
    await plant.database.forge(removed.sha256, same);
    const found = await verify();
    expect(found.isSound).toBe(false);
    const problems = [
      { record: `Attachment ${lost.id}`, problem: expect.stringContaining("is missing") },
      { record: `Attachment ${forged.id}`, problem: expect.stringContaining("was altered") },
      { record: `Attachment ${removed.id}`, problem: expect.stringContaining("was altered") },
    ];
    expect(found.findings).toHaveLength(3);
    expect(found.findings).toEqual(expect.arrayContaining(problems));
    expect(found.contents).toBe(contents);
    const answer = await plant.get(`/api/Attachment/Content/${lost.id}`);
    expect(answer.body).toMatchObject({ status: 500, code: "internal" });
  });
});

describe("the device history record", () => {
  const recordOf = (id: number, state = {}) =>
    plant.done("post", "/api/DeviceHistoryRecord/Get", { id, ...state });

  test("lists the attachments of the unit with their digests, and proves them", async () => {
    const unit = await plant.receive({ productName: product.Name, qty: 1 });
    const to = { entity: "MaterialItem", entityID: unit.id as number };
    const kept = await attached(to);
    const removed = await attached(to);
    await remove({ id: removed.id });
    const { attachments, changes: shown } = await recordOf(unit.id);
    const { revNo: _revision, userID: _user, removedAt: _removed, ...listed } = kept;
    expect(attachments).toEqual([listed]);
    const ofAttachments = shown.filter(({ entity }: { entity: string }) => entity === "Attachment");
    expect(ofAttachments.map(({ action }: { action: string }) => action)).toEqual([
      "uploaded",
      "uploaded",
      "removed",
    ]);
    expect(ofAttachments[0].text).toContain(kept.sha256);
  });

  test("lists those of an earlier state", async () => {
    const unit = await plant.receive({ productName: product.Name, qty: 1 });
    const to = { entity: "MaterialItem", entityID: unit.id as number };
    plant.now = Date.now() + 60_000;
    const made = await attached(to);
    const between = new Date(plant.now + 30_000).toISOString();
    plant.now += 60_000;
    await remove({ id: made.id });
    plant.now += 60_000;
    expect((await recordOf(unit.id)).attachments).toEqual([]);
    const earlier = await recordOf(unit.id, { knownAt: between });
    expect(earlier.attachments.map(({ id }: { id: number }) => id)).toEqual([made.id]);
    plant.now = undefined;
  });
});
