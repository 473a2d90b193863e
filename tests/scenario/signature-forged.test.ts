import { audit, webSha256 } from "@asbuilt/core";
import { expect, test } from "vitest";
import { openPlant } from "#plant";
import { signIn } from "./signed-in.ts";

const plant = await openPlant({ isEdited: true });
const findings = async () =>
  (await audit(plant.database.executor, { sha256: webSha256 })).findings.map(
    ({ record, problem }) => `${record}: ${problem}`,
  );

const { by } = await signIn(plant, plant.keys.admin);
const { Name: productName } = await plant.product();
const [signed, other] = [
  await plant.receive({ productName, qty: 1 }),
  await plant.receive({ productName, qty: 1 }),
];
const { body: signature } = await plant.post(
  "/api/Signature/Sign",
  { entity: "MaterialItem", id: signed.id, revNo: 1, meaning: "verified" },
  by,
);
const record = `Signature ${signature.id}`;
const digest = "A".repeat(43);

test.each([
  [
    "digest",
    digest,
    `its digest is not that of revision 1 of MaterialItem ${signed.id}, which it signs`,
  ],
  [
    "entity_id",
    other.id,
    `its digest is not that of revision 1 of MaterialItem ${other.id}, which it signs`,
  ],
  [
    "signed_rev_no",
    7,
    `it signs revision 7 of MaterialItem ${signed.id}, which the change log does not have`,
  ],
] as const)(
  "a signature whose %s was edited does not fit what it signs",
  async (column, value, problem) => {
    const [was] = await plant.sql(`select ${column} as value from signature`);
    await plant.sql(`update signature set ${column} = ?`, value);
    const found = await findings();
    expect(found).toContain(`${record}: ${problem}`);
    // The log has the signature as it was.
    expect(found).toHaveLength(2);
    await plant.sql(`update signature set ${column} = ?`, was!["value"]);
    expect(await findings()).toEqual([]);
  },
);

test("a signature that was removed is missing", async () => {
  const [row] = await plant.sql("select * from signature");
  await plant.sql("delete from signature");
  expect(await findings()).toEqual([
    `${record}: it is missing, but the change log ends with its revision 1`,
  ]);
  const names = Object.keys(row!);
  await plant.sql(
    `insert into signature (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
    ...Object.values(row!),
  );
  expect(await findings()).toEqual([]);
});

test("a signature that was copied to another record, with its row of the log, does not fit it", async () => {
  const copied = async (table: string, changed: Readonly<Record<string, string>>) => {
    const where = table === "signature" ? "" : "where entity = 'Signature'";
    const [row] = await plant.sql(`select * from ${table} ${where} limit 1`);
    const names = Object.keys(row!).filter((name) => name !== "seq" && name !== "id");
    const values = names.map((name) => changed[name] ?? name);
    await plant.sql(
      `insert into ${table} (${names.join(", ")}) select ${values.join(", ")} from ${table} ${where} limit 1`,
    );
  };
  const id = signature.id + 1;
  await copied("signature", { entity_id: String(other.id) });
  await copied("change_log", {
    operation_id: "'forged'",
    entity_id: String(id),
    after: `json_set(after, '$.entityId', ${other.id})`,
  });
  expect(await findings()).toEqual([
    `Signature ${id}: its digest is not that of revision 1 of MaterialItem ${other.id}, which it signs`,
  ]);
});
