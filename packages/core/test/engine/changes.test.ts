import { describe, expect, test } from "vitest";
import {
  type Change,
  claim,
  create,
  insertPart,
  isPending,
  own,
  remove,
  removePart,
  update,
  updatePart,
} from "../../src/engine/changes.ts";
import { type Step, stepsOf } from "../../src/engine/write/log-row.ts";
import type { Row } from "../../src/engine/entities.ts";
import { guardsOf, relyOn } from "../../src/engine/reliance.ts";
import { logValues } from "../../src/engine/write/log-row.ts";
import { differences, storedFields } from "../../src/engine/write/stored.ts";
import { writeTogether } from "../../src/engine/write/together.ts";
import { by, now } from "../consumption/plant.ts";

const euro: Row<"Currency"> = {
  id: 1,
  revNo: 4,
  name: "EUR",
  nameKey: "eur",
  description: null,
  suid: null,
  suidKey: null,
  isActive: true,
};
const { id: _id, revNo: _revNo, ...euroFields } = euro;
const deleted = { action: "deleted" as const };
const created = { action: "created" as const };
const note = { action: "updated" as const };

test("a change names its kind, its record and its reason", () => {
  const values = { materialItemId: 1, qty: 2, seq: own.seq, materialReasonId: null };
  const where = { productId: 1, name: "Colour" };
  expect([
    create("Currency", euroFields, created),
    update("Currency", euro, { name: "Euro" }, note),
    claim("Currency", euro, note),
    remove("Currency", euro, deleted),
    insertPart("adjustment", values),
    updatePart("productProperty", where, { value: "red" }),
    removePart("productProperty", where),
  ]).toEqual([
    { kind: "create", entity: "Currency", values: euroFields, note: created },
    { kind: "update", entity: "Currency", record: euro, patch: { name: "Euro" }, note },
    { kind: "update", entity: "Currency", record: { id: 1, revNo: 4 }, patch: {}, note },
    { kind: "remove", entity: "Currency", record: euro, note: deleted },
    { kind: "insertPart", part: "adjustment", values },
    { kind: "updatePart", part: "productProperty", where, patch: { value: "red" } },
    { kind: "removePart", part: "productProperty", where },
  ]);
});

test("a pending value refers to its change, or to the part's own", () => {
  const bom = create("Currency", euroFields, created);
  expect([bom.id, bom.seq, own.id].map(({ kind, of }) => [kind, of])).toEqual([
    ["id", bom],
    ["seq", bom],
    ["id", undefined],
  ]);
  expect([bom.id, own.seq].every(isPending)).toBe(true);
  const others = [null, undefined, 1, "pending", {}, { pending: "id", ordinal: 0 }];
  expect(others.some(isPending)).toBe(false);
});

test("a change of a historical field of an item needs an action that renames", () => {
  const item = { id: 1, revNo: 1, visualSerialNo: "A", actualQty: 1 };
  const patch = { visualSerialNo: "B" };
  expect(() => update("MaterialItem", item, patch, { action: "adjusted" })).toThrow(
    "Mark adjusted as renaming in actions.ts: it changes visualSerialNo.",
  );
  expect(update("MaterialItem", item, patch, { action: "updated" }).patch).toBe(patch);
  expect(update("MaterialItem", item, { actualQty: 2 }, { action: "adjusted" }).kind).toBe(
    "update",
  );
});

describe("the stored fields of a record", () => {
  test("are those of its table, without id and revision", () => {
    expect(storedFields("Currency", { ...euro, joined: "more" } as Row<"Currency">)).toEqual(
      euroFields,
    );
  });

  test("are compared without joined fields and the revision", () => {
    const after = { ...euro, revNo: 5, name: "Euro", joined: "more" };
    expect(differences("Currency", euro, after)).toEqual({ name: "Euro" });
    expect(differences("Currency", euro, euro)).toEqual({});
  });
});

describe("a row of the change log", () => {
  const externalRef = { system: "ERP", id: "7", method: "PUT", path: "/", bodyHash: "0" };
  const row = (change: Change, ordinal = 0) =>
    logValues({ change, ordinal, ordinals: new Map(), by: { ...by, externalRef } });

  test("has who, when and why, and for an update the fields that change", () => {
    const full = {
      action: "updated" as const,
      reasonId: 6,
      comment: "Why",
      deliveryNo: "D-1",
      occurredAt: now - 1,
      detail: { more: 1 },
    };
    expect(row(update("Currency", euro, { name: "Euro", suid: null }, full), 3)).toEqual({
      operationId: "operation",
      ordinal: 3,
      at: now,
      userId: 9,
      keyId: 8,
      requestId: "request",
      entity: "Currency",
      entityId: 1,
      revNo: 5,
      action: "updated",
      reasonId: 6,
      comment: "Why",
      deliveryNo: "D-1",
      occurredAt: now - 1,
      before: '{"name":"EUR"}',
      after: '{"name":"Euro","detail":{"more":1}}',
      externalSystem: "ERP",
      externalId: "7",
      traceparent: null,
    });
  });

  test("has all fields of a creation, with revision 1 and no id yet", () => {
    expect(row(create("Currency", euroFields, created))).toMatchObject({
      entityId: null,
      revNo: 1,
      reasonId: null,
      comment: null,
      deliveryNo: null,
      occurredAt: null,
      before: null,
      after: JSON.stringify(euroFields),
    });
  });

  test("has the rows of its parts, without values that follow from other rows", () => {
    const parts = [
      insertPart("removal", { seq: own.seq, buildId: 3, qty: 2 }),
      updatePart("build", { id: 3 }, { removedQty: 2 }),
      removePart("slotProperty", { bomSlotId: 4 }),
    ];
    const { after } = row(update("Currency", euro, {}, { ...note, parts }), 1);
    expect(JSON.parse(after as string)).toEqual({
      parts: [
        {
          kind: "insertPart",
          part: "removal",
          values: { seq: { pending: "seq", ordinal: 1 }, buildId: 3, qty: 2 },
        },
        { kind: "removePart", part: "slotProperty", where: { bomSlotId: 4 } },
      ],
    });
  });

  test("has all fields of a deleted record", () => {
    expect(row(remove("Currency", euro, { ...deleted, detail: {} }))).toMatchObject({
      entityId: 1,
      revNo: 5,
      before: JSON.stringify(euroFields),
      after: null,
    });
  });

  test("has no user and no key for a change by the service itself", () => {
    const service = { ...by, userId: 0, keyId: 0 };
    const change = claim("Currency", euro, note);
    const values = logValues({ change, ordinal: 0, ordinals: new Map(), by: service });
    expect(values).toMatchObject({ userId: null, keyId: null, before: "{}", after: "{}" });
  });

  test("names a pending value by its place in the whole operation", () => {
    const bom = create("Currency", euroFields, created);
    const fields = { bomId: bom.id, major: 1, minor: 0, status: "Draft" as const };
    const version = create("BomVersion", fields, created);
    const [, step] = stepsOf([version, bom], by, 10).toReversed();
    expect(logValues(step as Step<Change>)["after"]).toContain(
      '"bomId":{"pending":"id","ordinal":11}',
    );
  });
});

describe("the reliance of decisions", () => {
  const bom = relyOn("Bom", { id: 2, revNo: 3 });

  test("is asserted by one statement for all revisions, and one for each absence", () => {
    expect(bom).toEqual(["Bom", 2, 3]);
    const statements = guardsOf([
      { asserts: [bom], absences: [["itemsOfProduct", 7]] },
      { asserts: [relyOn("Product", { id: 5, revNo: 6 })] },
    ]);
    expect(statements.map(({ params }) => params)).toEqual([
      ['[["Bom",2,3],["Product",5,6]]'],
      [7],
    ]);
    expect(statements.map(({ sql }) => sql)).toEqual([
      expect.stringContaining("insert into guard (stale) select 1 where exists"),
      "insert into guard (stale) select 1 where exists " +
        "(select 1 from material_item where product_id = ?)",
    ]);
  });

  test("needs no statement if it is empty", () => {
    expect(guardsOf([{ asserts: [] }])).toEqual([]);
    expect(guardsOf([{ asserts: [], absences: [["itemsOfProduct", 7]] }])).toHaveLength(1);
  });
});

test("new parts are one statement in order, whether they refer to existing or new records", () => {
  const childOf = create("Currency", euroFields, created);
  const built = { seq: own.seq, parentId: 1, bomSlotId: 1, candidateId: 1, qty: 2, removedQty: 0 };
  const steps = [7, childOf.id, 8, childOf.id].map((childId, index) => ({
    change: insertPart("build", { ...built, childId }),
    by,
    ordinal: index,
    ordinals: new Map([[childOf, index + 1]]),
  }));
  const [statement, ...others] = writeTogether(steps);
  expect(others).toEqual([]);
  const rows = JSON.parse(statement!.params[0] as string) as unknown[][];
  const { operationId } = by;
  expect(rows.map((row) => row.at(-1))).toEqual([7, [operationId, 2], 8, [operationId, 4]]);
});

test("changes of one shape are one statement, wherever they are, up to 200 rows", () => {
  const steps = Array.from({ length: 403 }, (_, index) => ({
    change: update("Currency", { ...euro, id: index }, patchOf(index), note),
    by,
    ordinal: index,
    ordinals: new Map(),
  }));
  const updates = writeTogether(steps).filter(({ sql }) => sql.includes("update currency"));
  const ids = updates.map(({ params }) =>
    (JSON.parse(params[0] as string) as [number][]).map(([id]) => id),
  );
  expect(ids.map(({ length }) => length)).toEqual([200, 200, 1, 2]);
  expect(ids.flat().toSorted((left, right) => left - right)).toEqual([...Array(403).keys()]);
});

/** Two of them set other columns than the rest. */
const patchOf = (index: number) =>
  index % 200 === 100 ? { description: "Cash" } : { name: `EUR ${index}` };
