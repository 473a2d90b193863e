import { beforeEach, describe, expect, test } from "vitest";
import { deleteGroup } from "../../src/work-centre-group/delete.ts";
import { upsertGroup, type UpsertGroupInput } from "../../src/work-centre-group/upsert.ts";
import { openPlant } from "../plant.ts";
import { atFault, refusedWith } from "../refused.ts";

let { database, context, rows, relied, logged } = openPlant();

beforeEach(() => {
  ({ database, context, rows, relied, logged } = openPlant());
});

const upsert = (input: UpsertGroupInput) => upsertGroup(context, input);
const sent: UpsertGroupInput = {
  SUID: "G-1",
  Name: "Heat",
  isControlled: 1,
  WorkCentres: ["the oven", "Kiln", "The BENCH"],
};
const fields = {
  suid: "G-1",
  suidKey: "g-1",
  name: "Heat",
  nameKey: "heat",
  isControlled: true,
};
const [bench, oven, kiln] = [
  { id: 1, name: "The BENCH" },
  { id: 2, name: "The OVEN" },
  { id: 4, name: "Kiln" },
];
const names = ["The OVEN", "The BENCH", "Kiln"];
const members = () =>
  rows("select group_id, work_centre_id from work_centre_group_member order by 1, 2");
const member = (kind: string, groupId: unknown, workCentreId: unknown) => {
  const key = { groupId, workCentreId };
  const part = { kind, part: "workCentreGroupMember" };
  return kind === "insertPart" ? { ...part, values: key } : { ...part, where: key };
};
const pending = (ordinal: number) => ({ pending: "id", ordinal });
/** The stored fields of a work centre that a group names for the first time. */
const centre = (name: string) => ({
  suid: null,
  suidKey: null,
  name,
  nameKey: name.toLowerCase(),
  description: null,
  isActive: true,
});

describe("a group that is created", () => {
  test("has the work centres that it names, which are created if they do not exist", async () => {
    expect(await upsert(sent)).toEqual({
      ...fields,
      id: 1,
      revNo: 1,
      members: [bench, oven, kiln],
    });
    const parts = [
      member("insertPart", pending(0), 2),
      member("insertPart", pending(0), 1),
      member("insertPart", pending(0), pending(1)),
    ];
    expect(logged()).toEqual([
      ["WorkCentreGroup 1 created", { ...fields, detail: { workCentres: names }, parts }],
      ["WorkCentre 4 created", centre("Kiln")],
    ]);
    expect(relied()).toEqual([
      ["WorkCentre", 2, 1],
      ["WorkCentre", 1, 1],
    ]);
    expect(members()).toEqual([
      [1, 1],
      [1, 2],
      [1, 4],
    ]);
  });

  test.for<UpsertGroupInput>([
    {},
    { SUID: null, Name: null, isControlled: null, WorkCentres: null },
  ])("can be empty: %j", async (input) => {
    expect(await upsert(input)).toEqual({
      id: 1,
      revNo: 1,
      suid: null,
      suidKey: null,
      name: null,
      nameKey: null,
      isControlled: false,
      members: [],
    });
    expect(await upsert({})).toMatchObject({ id: 2 });
  });

  test.for<[UpsertGroupInput, refusal: object]>([
    [
      { WorkCentres: ["New", "The OVEN", "the oven", "NEW"] },
      {
        code: "validation_failed",
        message: "A work centre is named twice.",
        errors: [2, 3].map((at) => ({ pointer: `/WorkCentres/${at}`, detail: "Named twice." })),
      },
    ],
    [
      { SUID: "g-2", Name: "HEAT" },
      {
        code: "duplicate",
        message:
          "The work centre group HEAT already exists. Another work centre group has the SUID g-2.",
        errors: [
          { pointer: "/Name", detail: "The work centre group HEAT already exists." },
          { pointer: "/SUID", detail: "Another work centre group has the SUID g-2." },
        ],
      },
    ],
    [
      { WorkCentres: ["New", "The CLOSED"] },
      atFault("inactive", "The work centre The CLOSED is not active.", "/WorkCentres/1"),
    ],
    [{ ID: 9 }, atFault("not_found", "No work centre group has the ID 9.", "/ID")],
  ])("is refused with %j", async ([input, refusal]) => {
    await upsert(sent);
    await upsert({ SUID: "G-2" });
    expect(await refusedWith(upsert(input))).toEqual(refusal);
  });
});

describe("a group that is updated", () => {
  beforeEach(async () => {
    await upsert(sent);
  });

  test.for<UpsertGroupInput>([
    {},
    { revNo: 1, WorkCentres: ["KILN", "The OVEN", "The BENCH"] },
    { workCentreIDs: [bench.id, oven.id, kiln.id], Name: "Heat" },
  ])("keeps its revision where %j changes nothing", async (input) => {
    expect(await upsert({ ID: 1, ...input })).toEqual({
      ...fields,
      id: 1,
      revNo: 1,
      members: [bench, oven, kiln],
    });
    expect(logged()[0]).toMatchObject(["WorkCentreGroup 1 created", {}]);
  });

  test.for<[UpsertGroupInput, changed: object]>([
    [{ Name: "HEAT" }, { name: "HEAT" }],
    [{ Name: null }, { name: null, nameKey: null }],
    [{ SUID: null }, { suid: null, suidKey: null }],
    [
      { SUID: "G-2", isControlled: 0 },
      { suid: "G-2", suidKey: "g-2", isControlled: false },
    ],
    [{ isControlled: null }, { isControlled: false }],
  ])("changes by %j and nothing else", async ([input, changed]) => {
    expect(await upsert({ ID: 1, ...input })).toEqual({
      ...fields,
      ...changed,
      id: 1,
      revNo: 2,
      members: [bench, oven, kiln],
    });
    const same = ["The BENCH", "The OVEN", "Kiln"];
    const detail = { workCentresBefore: same, workCentres: same };
    expect(logged()).toEqual([["WorkCentreGroup 1 updated", { ...changed, detail }]]);
    expect(relied()).toEqual([]);
  });

  test("has exactly the work centres that are sent", async () => {
    const made = await upsert({ ID: 1, WorkCentres: ["Press", "KILN", "Saw", "The BENCH"] });
    expect(made.members).toEqual([bench, kiln, { id: 5, name: "Press" }, { id: 6, name: "Saw" }]);
    expect(logged()).toEqual([
      [
        "WorkCentreGroup 1 updated",
        {
          detail: {
            workCentresBefore: ["The BENCH", "The OVEN", "Kiln"],
            workCentres: ["Kiln", "The BENCH", "Press", "Saw"],
          },
          parts: [
            member("removePart", 1, 2),
            member("insertPart", 1, pending(1)),
            member("insertPart", 1, pending(2)),
          ],
        },
      ],
      ["WorkCentre 5 created", centre("Press")],
      ["WorkCentre 6 created", centre("Saw")],
    ]);
    expect(members()).toEqual([
      [1, 1],
      [1, 4],
      [1, 5],
      [1, 6],
    ]);
    expect(relied()).toEqual([]);
    expect(await upsert({ ID: 1, WorkCentres: ["the oven", "kiln"] })).toMatchObject({
      members: [oven, kiln],
    });
    expect(relied()).toEqual([["WorkCentre", 2, 1]]);
  });

  test.for([null, []])("has no work centre after %j", async (WorkCentres) => {
    expect(await upsert({ ID: 1, WorkCentres })).toMatchObject({ members: [] });
    expect(members()).toEqual([]);
  });

  test("keeps a work centre that was retired since, but does not take it again", async () => {
    database.exec("update work_centre set is_active = 0 where id = 2");
    expect(await upsert({ ID: 1, WorkCentres: ["The OVEN"] })).toMatchObject({ members: [oven] });
    const other = upsert({ Name: "Other", WorkCentres: ["The OVEN"] });
    expect((await refusedWith(other)).code).toBe("inactive");
  });
});

describe("a group that is deleted", () => {
  test("is returned and logged as it was", async () => {
    await upsert({ ...sent, WorkCentres: [] });
    const group = { ...fields, id: 1, revNo: 1, members: [] };
    expect(await deleteGroup(context, { ID: 1 })).toEqual(group);
    expect(logged()).toEqual([["WorkCentreGroup 1 deleted", { ...fields, members: [] }]]);
    expect(rows("select * from work_centre_group")).toEqual([]);
  });

  test("must exist", async () => {
    const refusal = atFault("not_found", "No work centre group has the ID 9.", "/ID");
    expect(await refusedWith(deleteGroup(context, { ID: 9 }))).toEqual(refusal);
  });

  test.for([
    ["Heat", "Heat"],
    [null, 1],
  ])("must have no work centres: %j", async ([Name, called]) => {
    await upsert({ ...sent, Name: Name as string | null });
    expect(await refusedWith(deleteGroup(context, { ID: 1 }))).toEqual({
      code: "in_use",
      message:
        `Work centre group ${called} is in use (WorkCentre 3). ` +
        "Remove its work centres first: send an Upsert with WorkCentres [].",
      members: { counts: { WorkCentre: 3 } },
    });
  });
});

describe("the work centres of a group", () => {
  beforeEach(async () => {
    await upsert(sent);
  });
  const listed = {
    ID: 1,
    revNo: 1,
    WorkCentres: [bench.name, oven.name, kiln.name],
    workCentreIDs: [bench.id, oven.id, kiln.id],
  };

  test.for<[UpsertGroupInput, ids: number[]]>([
    [{ ...listed, workCentreIDs: [1] }, [1]],
    [{ ...listed, WorkCentres: ["the oven"] }, [2]],
    [{ ...listed, WorkCentres: ["the oven", "Kiln"], workCentreIDs: [4, 2] }, [2, 4]],
    [{ ...listed, workCentreIDs: [] }, []],
    [{ ...listed, workCentreIDs: null }, []],
    [{ ID: 1, workCentreIDs: [2] }, [2]],
  ])("are changed by %j", async ([input, ids]) => {
    const { members: after, revNo } = await upsert(input);
    expect([after.map(({ id }) => id), revNo]).toEqual([ids, 2]);
    expect(members()).toEqual(ids.map((id) => [1, id]));
  });

  test.for<[Partial<UpsertGroupInput>, code: string, ...pointers: string[]]>([
    [{ workCentreIDs: [1, 9] }, "not_found", "/workCentreIDs/1"],
    [{ workCentreIDs: [3] }, "inactive", "/workCentreIDs/0"],
    [
      { workCentreIDs: [1], WorkCentres: ["The OVEN"] },
      "details_contradict",
      "/workCentreIDs",
      "/WorkCentres",
    ],
    [
      { workCentreIDs: [1], WorkCentres: ["New"] },
      "details_contradict",
      "/workCentreIDs",
      "/WorkCentres",
    ],
    [
      { workCentreIDs: [1, 2], WorkCentres: ["The OVEN"] },
      "details_contradict",
      "/workCentreIDs",
      "/WorkCentres",
    ],
  ])("are refused where they become %j", async ([changes, code, ...pointers]) => {
    const { errors, ...refusal } = await refusedWith(upsert({ ...listed, ...changes }));
    expect(refusal.code).toBe(code);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("of a new group can be given by id", async () => {
    expect(await upsert({ Name: "Other", workCentreIDs: [2, 1] })).toMatchObject({
      id: 2,
      members: [bench, oven],
    });
  });

  test("and the group are refused at an older revision, with the group as it is", async () => {
    await upsert({ ID: 1, isControlled: 0, WorkCentres: [] });
    for (const verb of [
      upsert({ ...listed, Name: "Mine" }),
      deleteGroup(context, { ID: 1, revNo: 1 }),
    ]) {
      const caught: unknown = await verb.catch((error: unknown) => error);
      expect(caught).toMatchObject({
        code: "stale_revision",
        message: "Work centre group Heat is at revision 2.",
        entity: "WorkCentreGroup",
        current: { id: 1, revNo: 2, members: [] },
      });
    }
    expect(await deleteGroup(context, { ID: 1, revNo: 2 })).toMatchObject({ id: 1 });
  });
});
