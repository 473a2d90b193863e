import { beforeEach, describe, expect, test } from "vitest";
import { removeAttachment } from "../../src/attachment/remove.ts";
import { uploadAttachment } from "../../src/attachment/upload.ts";
import { receive } from "../../src/material-item/receive.ts";
import { now } from "../consumption/plant.ts";
import { openPlant } from "../plant.ts";
import { refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();
beforeEach(async () => {
  ({ database, context, rows, relied, logged } = openPlant());
  await receive(context, { productName: "Seal", visualSerialNo: "SN-1", qty: 1_000_000 });
});

const sha256 = "a".repeat(64);
const file = { fileName: "weld.png", mediaType: "image/png", size: 64, sha256 };
const stored = { ...file, description: null, createdAt: now, removedAt: null };
const ofItem = { entity: "MaterialItem", entityID: 1, ...file } as const;
const ofProduct = { entity: "Product", entityID: 1, ...file } as const;
const engineer = () => ({ ...context, principal: { ...context.principal, role: "engineer" } });
const operator = () => ({ ...context, principal: { ...context.principal, role: "operator" } });

describe("an upload", () => {
  test("is returned and logged with all its fields, and relies on no item", async () => {
    const made = await uploadAttachment(operator(), ofItem);
    const { entity, entityID: entityId } = ofItem;
    expect(made).toEqual({ id: 1, revNo: 1, entity, entityId, ...stored, userId: made.userId });
    expect(logged()).toEqual([["Attachment 1 uploaded", { entity, entityId, ...stored }]]);
    expect(relied()).toEqual([]);
  });

  test("relies on a product, which can be deleted", async () => {
    await uploadAttachment(engineer(), ofProduct);
    expect(relied()).toEqual([["Product", 1, 1]]);
  });

  test("of the same content changes nothing, until that is removed", async () => {
    const first = await uploadAttachment(context, { ...ofItem, description: "The weld" });
    expect(await uploadAttachment(context, { ...ofItem, fileName: "b.png" })).toEqual(first);
    await removeAttachment(context, { id: first.id });
    expect((await uploadAttachment(context, ofItem)).id).toBe(2);
    expect(rows("select id, removed_at is null from attachment")).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test("of a product is for who may change it", async () => {
    const refused = { code: "forbidden", message: expect.stringContaining("engineer, admin") };
    expect(await refusedWith(uploadAttachment(operator(), ofProduct))).toEqual(refused);
    const principal = { ...engineer().principal, bounds: { operations: ["attachmentUpload"] } };
    const byBound = uploadAttachment({ ...context, principal }, ofProduct);
    expect(await refusedWith(byBound)).toEqual(refused);
    const { id } = await uploadAttachment(engineer(), ofProduct);
    expect(await refusedWith(removeAttachment(operator(), { id }))).toEqual(refused);
  });
});

test("the database refuses the same content twice, and a digest of another length", () => {
  const insert = (digest: string) => () =>
    database.exec(`insert into attachment
      (rev_no, entity, entity_id, file_name, media_type, size, sha256, created_at)
      values (1, 'MaterialItem', 1, 'a.png', 'image/png', 1, '${digest}', 1)`);
  insert(sha256)();
  expect(insert(sha256)).toThrow("UNIQUE");
  expect(insert("a")).toThrow("CHECK");
});
