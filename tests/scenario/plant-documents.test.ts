import { randomBytes } from "node:crypto";
import { sealingKeyOf, sealLog, webSha256 } from "@asbuilt/core";
import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";
import { assembly } from "./assembly.ts";
import { expectRefused } from "./refused.ts";

// The unit of one plant that another plant receives with its document.
const key = await sealingKeyOf(randomBytes(32).toString("base64"));
const north = await openPlant();
const here = await openPlant();
const { Name: productName } = await here.product();
const of = (fields: object) => here.done("put", "/api/Plant/Upsert", fields);
await of({ name: "North", suid: "N", sealKeys: [key.publicKey], documentRequired: true });
const slot = { edhrBomRequired: 1, edhrBuildRequired: 1 };
const passing = { allowIncomplete: true, comment: "Tried" };

/** Builds a unit with a part of a lot, dispatches it, and returns its document. */
async function dispatched(plant = north, more: object = {}) {
  const made = await assembly(plant, { slot, stock: 3 });
  expect((await made.build()).status).toBe(200);
  const visualSerialNo: string = made.parent;
  await plant.done("put", "/api/MaterialItem/Complete", { visualSerialNo, ...passing });
  const sent = { visualSerialNo, destination: "South", ...passing, ...more };
  const { id } = await plant.done("put", "/api/MaterialItem/Dispatch", sent);
  await sealLog(plant.database.executor, { sha256: webSha256, key, now: Date.now });
  return {
    id: id as number,
    visualSerialNo,
    child: made.child,
    text: await documentOf(plant, visualSerialNo),
  };
}

const documentOf = async (plant: typeof north, visualSerialNo: string): Promise<string> =>
  JSON.stringify(await plant.done("post", "/api/DeviceHistoryRecord/Get", { visualSerialNo }));

const receive = (visualSerialNo: string, document?: string, more: object = {}) =>
  here.post("/api/MaterialItem/Receive", {
    productName,
    visualSerialNo,
    qty: 1,
    origin: "n",
    ...(document === undefined ? {} : { document }),
    ...more,
  });
const refusedFor = (rule: string) => ({ code: "document_refused", rule });

describe("a document of a plant that is trusted", () => {
  test("is checked, and kept with the item", async () => {
    const { visualSerialNo, text } = await dispatched();
    const { status, body } = await receive(visualSerialNo, text);
    expect([status, body]).toMatchObject([200, { origin: "North" }]);
    const sha256 = await webSha256(text, "hex");
    expect(body.document).toEqual({ plant: "North", sha256, findings: [] });
    const filter = { entity: "MaterialItem", entityID: body.id };
    const [attached] = await here.done("post", "/api/Attachment/List", filter);
    expect(attached).toMatchObject({ sha256, mediaType: "application/json" });
    const content = await here.get(`/api/Attachment/Content/${attached.id}`);
    expect(content.status).toBe(200);
    const history = await here.done("post", "/api/MaterialItem/History", { id: body.id });
    expect(history[0].detail).toMatchObject({ document: { plant: "North", sha256 } });
  });

  test("is received once, until its receipt is voided", async () => {
    const { visualSerialNo, text } = await dispatched();
    const { body: item } = await receive(visualSerialNo, text);
    const again = () => receive(visualSerialNo, text);
    const refused = [409, "already_received", "/document"] as const;
    const problem = await expectRefused(here, again, refused);
    expect(problem.receivedAs).toEqual({ id: item.id, visualSerialNo });
    await here.done("put", "/api/MaterialItem/Void", { id: item.id, comment: "Mistake" });
    expect((await receive(visualSerialNo, text)).status).toBe(200);
  });

  test("is received once by two requests that are sent together", async () => {
    const { visualSerialNo, text } = await dispatched();
    const answers = await Promise.all([
      receive(visualSerialNo, text),
      receive(visualSerialNo, text),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 409,
    ]);
  });

  test("is answered again by its Idempotency-Key", async () => {
    const { visualSerialNo, text } = await dispatched();
    const sent = { productName, visualSerialNo, qty: 1, origin: "North", document: text };
    const options = { headers: { "Idempotency-Key": here.unique("key") } };
    const first = await here.post("/api/MaterialItem/Receive", sent, options);
    const again = await here.post("/api/MaterialItem/Receive", sent, options);
    expect([first.status, again.body]).toEqual([200, first.body]);
  });
});

test("a receipt from a plant that sends documents needs one, and any other does not", async () => {
  const lacking = [409, "document_required", "/document"] as const;
  await expectRefused(here, () => receive(here.unique("U")), lacking);
  expect((await receive(here.unique("U"), undefined, { origin: "Elsewhere" })).status).toBe(200);
});

test("seals that do not continue those of earlier documents are a finding", async () => {
  const first = await dispatched();
  expect((await receive(first.visualSerialNo, first.text)).body.document.findings).toEqual([]);
  // Its record after it was put back: the same key, and other seals with the same numbers.
  const back = await dispatched(await openPlant());
  const { body } = await receive(back.visualSerialNo, back.text);
  expect(body.document.findings).toEqual([
    expect.stringMatching(
      /^Seal \d+ .* earlier documents?: the record of the plant North was put back/,
    ),
  ]);
});

describe("a document is refused", () => {
  test.for<[what: string, rule: string, forge: (text: string, child: string) => string]>([
    ["is no record", "form", () => "{}"],
    ["is no JSON", "form", (text) => text.slice(1)],
    ["has an edited change", "seals", (text, child) => text.replaceAll(child, `${child}-X`)],
    ["has no seals", "seals", (text) => text.replace(/"seals":\[.*?\]/, '"seals":[]')],
    [
      "shows another serial of an item than its changes say",
      "content",
      (text, child) =>
        edited(text, (item) => item.visualSerialNo === child, { visualSerialNo: "X" }),
    ],
    [
      "shows another batch of an item than its changes say",
      "content",
      (text, child) => edited(text, (item) => item.visualSerialNo === child, { batchNo: "X" }),
    ],
    [
      "leaves out an item",
      "content",
      (text, child) => edited(text, (item) => item.visualSerialNo === child),
    ],
  ])("that %s", async ([, rule, forge]) => {
    const { visualSerialNo, text, child } = await dispatched();
    const forged = forge(text, child as string);
    expect(forged).not.toBe(text);
    expect((await receive(visualSerialNo, forged)).body).toMatchObject(refusedFor(rule));
  });

  test("of a key that the plant does not have", async () => {
    await of({ name: "East", sealKeys: [] });
    const { visualSerialNo, text } = await dispatched();
    const { body } = await receive(visualSerialNo, text, { origin: "East" });
    expect(body).toMatchObject(refusedFor("key"));
    expect(body.detail).toContain(key.publicKey);
    const nowhere = () => receive(visualSerialNo, text, { origin: "Nowhere" });
    await expectRefused(here, nowhere, [404, "not_found", "/origin"]);
  });

  test("of another unit", async () => {
    const { text } = await dispatched();
    expect((await receive(here.unique("U"), text)).body).toMatchObject(refusedFor("unit"));
  });

  test("of a unit that was not dispatched, or came back", async () => {
    const { id, visualSerialNo } = await dispatched();
    await north.done("put", "/api/MaterialItem/Return", { id, comment: "Refused" });
    await sealLog(north.database.executor, { sha256: webSha256, key, now: Date.now });
    const back = await documentOf(north, visualSerialNo);
    expect((await receive(visualSerialNo, back)).body).toMatchObject(refusedFor("dispatch"));
  });

  test("without an origin, by the contract", async () => {
    const { visualSerialNo, text } = await dispatched();
    const { status, body } = await receive(visualSerialNo, text, { origin: null });
    expect([status, body.errors]).toMatchObject([400, [{ pointer: "/origin" }]]);
  });
});

type Shown = Record<string, unknown>;

/** Returns a document with an item edited, or left out. */
function edited(text: string, isMeant: (item: Shown) => boolean, changes?: Shown): string {
  const record = JSON.parse(text) as { items: Shown[] };
  record.items = record.items.flatMap((item) =>
    isMeant(item) ? (changes ? [{ ...item, ...changes }] : []) : [item],
  );
  return JSON.stringify(record);
}

test("a plant in use can't be deleted", async () => {
  const { visualSerialNo, text } = await dispatched();
  await receive(visualSerialNo, text);
  const [plant] = await here.done("post", "/api/Plant/List", { name: "north" });
  const deletion = () => here.delete("/api/Plant/Delete", { id: plant.id });
  await expectRefused(here, deletion, [409, "in_use"]);
});
