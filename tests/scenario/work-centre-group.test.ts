import { describe, expect, test } from "vitest";
import { openPlant } from "#plant";

const plant = await openPlant();

type Fields = Readonly<Record<string, unknown>>;

const upsert = (body: Fields) => plant.put("/api/WorkCentreGroup/Upsert", body);
const list = async (body: Fields) => (await plant.post("/api/WorkCentreGroup/List", body)).body;
const remove = (body: Fields) => plant.delete("/api/WorkCentreGroup/Delete", body);
const create = (body: Fields) => plant.done("put", "/api/WorkCentreGroup/Upsert", body);
const centre = (body: Fields) => plant.done("put", "/api/WorkCentre/Upsert", body);
const centresNamed = async (name: string) =>
  (await plant.post("/api/WorkCentre/List", { name })).body;

const changes = async () => {
  const [row] = await plant.sql("select count(*) as n from change_log");
  return row!["n"];
};

const empty = { SUID: null, Name: null, isControlled: 0, WorkCentres: [], workCentreIDs: [] };

describe("Upsert", () => {
  test("a flag that is neither 0 nor 1 is refused with the valid values", async () => {
    const refused = await upsert({ Name: plant.unique("N"), isControlled: 2 });
    expect(refused.body.errors).toEqual([{ pointer: "/isControlled", detail: "0 or 1." }]);
  });

  test.for([{}, { SUID: null, Name: null, isControlled: null, WorkCentres: null }])(
    "every field of a new group is optional: %j",
    async (sent) => {
      const { status, body } = await upsert(sent);
      expect(status).toBe(200);
      expect(body).toEqual({ ID: expect.any(Number), revNo: 1, ...empty });
      expect(await list({ ID: body.ID })).toEqual([body]);
    },
  );

  test("a new group keeps the fields that were sent", async () => {
    const sent = { SUID: plant.unique("S"), Name: plant.unique("N"), isControlled: 1 };
    const WorkCentres = [plant.unique("W"), plant.unique("W")];
    const made = await create({ ...sent, WorkCentres });
    expect(made).toMatchObject({ ...sent, WorkCentres });
    expect(await list({ ID: made.ID })).toEqual([made]);
  });

  test("a key matches whatever its case and spaces", async () => {
    const Name = plant.unique("N");
    const made = await create({ name: Name, is_controlled: 1, "Work Centres": [] });
    expect(made).toMatchObject({ Name, isControlled: 1 });
  });

  test("a work centre that is named for the first time is created", async () => {
    const [known, fresh] = [plant.unique("W"), plant.unique("W")];
    const { id } = await centre({ name: known });
    const made = await create({ WorkCentres: [fresh, known.toUpperCase()] });
    const [created] = await centresNamed(fresh);
    expect(created).toMatchObject({ name: fresh, suid: null, isActive: true });
    expect(made.WorkCentres).toEqual([known, fresh]);
    expect(made.workCentreIDs).toEqual([id, created.id]);
  });

  test("WorkCentres replaces the set, absent keeps it, and nothing else empties it", async () => {
    const [a, b, c] = [plant.unique("A"), plant.unique("B"), plant.unique("C")];
    const made = await create({ Name: plant.unique("N"), WorkCentres: [a, b] });
    const kept = (await upsert({ ID: made.ID, isControlled: 1 })).body;
    expect(kept).toEqual({ ...made, revNo: 2, isControlled: 1 });
    const replaced = (await upsert({ ID: made.ID, WorkCentres: [b, c] })).body;
    expect(replaced.WorkCentres).toEqual([b, c]);
    expect(await list({ ID: made.ID })).toEqual([replaced]);
    for (const WorkCentres of [[], null]) {
      await create({ ID: made.ID, WorkCentres: [a] });
      expect((await upsert({ ID: made.ID, WorkCentres })).body.WorkCentres).toEqual([]);
      expect(await list({ ID: made.ID })).toMatchObject([{ WorkCentres: [] }]);
    }
    expect(await centresNamed(a)).toHaveLength(1);
  });

  test("the history has the work centres before and after each change", async () => {
    const [a, b, c] = [plant.unique("A"), plant.unique("B"), plant.unique("C")];
    const { ID } = await create({ WorkCentres: [a, b] });
    await create({ ID, WorkCentres: [c] });
    await create({ ID, isControlled: 1 });
    await create({ ID, WorkCentres: [] });
    await remove({ ID });
    const filter = { entity: "WorkCentreGroup", id: ID };
    const { body } = await plant.post("/api/History/List", filter);
    expect(body.map(({ detail }: { detail: object }) => detail)).toEqual([
      { workCentres: [a, b] },
      { workCentresBefore: [a, b], workCentres: [c] },
      { workCentresBefore: [c], workCentres: [c] },
      { workCentresBefore: [c], workCentres: [] },
      // Only a group without work centres is deleted.
      null,
    ]);
  });

  test("a request gives a group at most 1,000 work centres", async () => {
    const WorkCentres = Array.from({ length: 1000 }, () => plant.unique("Most"));
    const made = await create({ WorkCentres });
    expect(made.WorkCentres).toEqual(WorkCentres);
    const again = await create({ ID: made.ID, WorkCentres: WorkCentres.toReversed() });
    expect(again).toEqual(made);
    const before = await changes();
    const more = [...WorkCentres, plant.unique("Most")];
    for (const sent of [{ WorkCentres: more }, { ID: made.ID, WorkCentres: more }]) {
      const { status, body } = await upsert(sent);
      expect([status, body.errors[0].pointer]).toEqual([400, "/WorkCentres"]);
    }
    expect(await changes()).toBe(before);
    expect((await list({ ID: made.ID, WorkCentres })).length).toBe(1);
    const { status, body } = await plant.post("/api/WorkCentreGroup/List", { WorkCentres: more });
    expect([status, body.errors[0].pointer]).toEqual([400, "/WorkCentres"]);
  });

  test("a group holds many work centres", async () => {
    const WorkCentres = Array.from({ length: 60 }, () => plant.unique("Many"));
    const made = await create({ WorkCentres });
    expect(made.WorkCentres).toEqual(WorkCentres);
    expect(await list({ ID: made.ID })).toEqual([made]);
  });

  test("null clears Name and SUID, and an update keeps what is absent", async () => {
    const made = await create({ SUID: plant.unique("S"), Name: plant.unique("N") });
    const cleared = await upsert({ ID: made.ID, SUID: null });
    expect(cleared.body).toEqual({ ...made, revNo: 2, SUID: null });
    expect((await upsert({ ID: made.ID, Name: null })).body).toEqual({
      ID: made.ID,
      revNo: 3,
      ...empty,
    });
  });

  test("an upsert accepts verbatim what a list returned", async () => {
    const WorkCentres = [plant.unique("W"), plant.unique("W")];
    const made = await create({ Name: plant.unique("N"), WorkCentres });
    await plant.done("put", "/api/WorkCentre/Upsert", {
      id: made.workCentreIDs[0],
      isActive: false,
    });
    const { status, body } = await upsert(made);
    expect(status).toBe(200);
    expect(body).toEqual(made);
  });

  const e = (bytes: number) => "é".repeat(Math.floor(bytes / 2)) + "e".repeat(bytes % 2);
  test.for([
    ["SUID", "é".repeat(500), "é".repeat(501)],
    ["Name", e(250), e(251)],
  ] as const)("%s holds its limit and not one more", async ([field, fits, tooMuch]) => {
    const made = await upsert({ [field]: fits });
    expect(made.body[field]).toBe(fits);
    const { status, body } = await upsert({ [field]: tooMuch });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ pointer: `/${field}` }],
    });
  });

  test.for([
    [{ isControlled: 2 }, "/isControlled"],
    [{ isControlled: true }, "/isControlled"],
    [{ isControlled: "1" }, "/isControlled"],
    [{ SUID: "" }, "/SUID"],
    [{ Name: "" }, "/Name"],
    [{ WorkCentres: "Press" }, "/WorkCentres"],
    [{ WorkCentres: [1] }, "/WorkCentres/0"],
    [{ WorkCentres: ["Press", ""] }, "/WorkCentres/1"],
    [{ WorkCentres: ["é".repeat(126)] }, "/WorkCentres/0"],
    [{ WorkCentres: ["Press", "PRESS"] }, "/WorkCentres/1"],
    [{ ID: 0 }, "/ID"],
    [{ ID: null }, "/ID"],
    [{ ID: 10_000_000_000 }, "/ID"],
    [{ Nom: "x" }, "/Nom"],
  ] as const)("%j is refused", async ([sent, pointer]) => {
    const before = await changes();
    const { status, body } = await upsert(sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
    expect(await changes()).toBe(before);
  });

  test("null clears every optional field of an update", async () => {
    const made = await create({
      SUID: plant.unique("S"),
      Name: plant.unique("N"),
      isControlled: 1,
      WorkCentres: [plant.unique("W")],
    });
    const nothing = { SUID: null, Name: null, isControlled: null, WorkCentres: null };
    const { status, body } = await upsert({ ID: made.ID, ...nothing });
    expect([status, body]).toEqual([200, { ID: made.ID, revNo: 2, ...empty }]);
    expect(await list({ ID: made.ID })).toEqual([body]);
  });

  test.for(["Name", "SUID"])("a %s is unique without regard to case", async (field) => {
    const text = plant.unique("Größe");
    const made = await create({ [field]: text });
    const other = await create({});
    const before = await changes();
    for (const sent of [{}, { ID: other.ID }]) {
      const { status, body } = await upsert({ ...sent, [field]: text.toUpperCase() });
      expect({ status, code: body.code }).toEqual({ status: 409, code: "duplicate" });
    }
    expect(await changes()).toBe(before);
    const recased = await upsert({ ID: made.ID, [field]: text.toUpperCase() });
    expect(recased.body).toEqual({ ...made, revNo: 2, [field]: text.toUpperCase() });
  });

  test("an ID that no group has is not found, and creates nothing", async () => {
    const before = await changes();
    const sent = { ID: 9_999_999_999, WorkCentres: [plant.unique("W")] };
    const { status, body } = await upsert(sent);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
    expect(await changes()).toBe(before);
  });

  test("a retired work centre is not assigned again", async () => {
    const { name } = await centre({ name: plant.unique("W"), isActive: false });
    const before = await changes();
    const { status, body } = await upsert({ WorkCentres: [plant.unique("W"), name] });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "inactive" });
    expect(await changes()).toBe(before);
  });

  test("groups that name one new work centre at the same time share it", async () => {
    const name = plant.unique("Contested");
    const { tally } = await plant.race(8, () => upsert({ WorkCentres: [name] }));
    expect(tally).toEqual({ 200: 8 });
    expect(await centresNamed(name)).toHaveLength(1);
    expect(await list({ WorkCentres: [name] })).toHaveLength(8);
  });

  test("a work centre that is retired in the meantime was assigned before that, or not at all", async () => {
    for (let round = 0; round < 5; round++) {
      const { id, name } = await centre({ name: plant.unique("W") });
      const [assigned] = await Promise.all([
        upsert({ WorkCentres: [name] }),
        centre({ id, isActive: false }),
      ]);
      const [late] = await plant.sql(
        `select count(*) as n from change_log where entity = 'WorkCentreGroup' and entity_id = ?
          and seq > (select max(seq) from change_log where entity = 'WorkCentre' and entity_id = ?)`,
        assigned.body.ID ?? 0,
        id,
      );
      expect(late).toEqual({ n: 0 });
      expect([undefined, "inactive"]).toContain(assigned.body.code);
    }
  });

  test("updates that race leave the set of one of them", async () => {
    const { ID } = await create({});
    const sets = Array.from({ length: 8 }, () => [plant.unique("W"), plant.unique("W")]);
    const { tally } = await plant.race(8, (i) => upsert({ ID, WorkCentres: sets[i] }));
    expect(tally).toEqual({ 200: 8 });
    const [group] = await list({ ID });
    expect(sets).toContainEqual(group.WorkCentres);
  });
});

describe("List", () => {
  test("is filtered by ID, and by SUID and Name without regard to case", async () => {
    const made = await create({ SUID: plant.unique("Straße-S"), Name: plant.unique("Straße-N") });
    expect(await list({ ID: made.ID })).toEqual([made]);
    expect(await list({ SUID: made.SUID.toUpperCase() })).toEqual([made]);
    expect(await list({ Name: made.Name.toUpperCase() })).toEqual([made]);
    expect(await list({ Name: made.Name, SUID: "another" })).toEqual([]);
    expect(await list({ Name: `${made.Name}%` })).toEqual([]);
  });

  test("is filtered by isControlled", async () => {
    const WorkCentres = [plant.unique("W")];
    const free = await create({ WorkCentres });
    const controlled = await create({ isControlled: 1, WorkCentres });
    expect(await list({ isControlled: 0, WorkCentres })).toEqual([free]);
    expect(await list({ isControlled: 1, WorkCentres })).toEqual([controlled]);
    expect(await list({ WorkCentres })).toEqual([free, controlled]);
  });

  test("a WorkCentres filter matches the groups that hold all names given", async () => {
    const [a, b] = [plant.unique("A"), plant.unique("B")];
    const both = await create({ WorkCentres: [a, b] });
    const one = await create({ WorkCentres: [a] });
    expect(await list({ WorkCentres: [a] })).toEqual([both, one]);
    expect(await list({ WorkCentres: [b.toLowerCase(), a] })).toEqual([both]);
    expect(await list({ WorkCentres: [b, b.toLowerCase(), b] })).toEqual([both]);
    expect(await list({ WorkCentres: [a, "no such centre"] })).toEqual([]);
    expect(await list({ WorkCentres: [] })).toEqual(await list({}));
  });

  test.for([
    [{ Name: "é".repeat(201) }, "/Name"],
    [{ SUID: "é".repeat(501) }, "/SUID"],
    [{ isControlled: 2 }, "/isControlled"],
    [{ ID: "1" }, "/ID"],
    [{ WorkCentres: [null] }, "/WorkCentres/0"],
  ] as const)("the filter %j is refused", async ([sent, pointer]) => {
    const { status, body } = await plant.post("/api/WorkCentreGroup/List", sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer })]);
  });

  test("a filter accepts a name of 200 characters", async () => {
    expect(await list({ Name: "é".repeat(200) })).toEqual([]);
  });
});

describe("Delete", () => {
  test("returns the removed group, which is gone", async () => {
    const made = await create({ Name: plant.unique("N") });
    const { status, body } = await remove({ ID: made.ID });
    expect(status).toBe(200);
    expect(body).toEqual(made);
    expect(await list({ ID: made.ID })).toEqual([]);
    expect((await remove({ ID: made.ID })).status).toBe(404);
  });

  test("is refused while the group has work centres", async () => {
    const made = await create({ WorkCentres: [plant.unique("W"), plant.unique("W")] });
    const before = await changes();
    const { status, body } = await remove({ ID: made.ID });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "in_use" });
    expect(body.counts).toEqual({ WorkCentre: 2 });
    expect(await changes()).toBe(before);
    expect(await list({ ID: made.ID })).toEqual([made]);
    await create({ ID: made.ID, WorkCentres: [] });
    expect((await remove({ ID: made.ID })).status).toBe(200);
  });

  test.for([{}, { ID: null }, { ID: 0 }, { ID: "1" }])("needs an ID: %j", async (sent) => {
    const { status, body } = await remove(sent);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: "/ID" })]);
  });

  test("against an update that adds a work centre, one of the two wins", async () => {
    const { ID } = await create({});
    const [removed, updated] = await Promise.all([
      remove({ ID }),
      upsert({ ID, WorkCentres: [plant.unique("W")] }),
    ]);
    const outcome = `${removed.status} ${updated.status}`;
    expect(["200 404", "409 200"]).toContain(outcome);
    expect(await list({ ID })).toHaveLength(removed.status === 200 ? 0 : 1);
  });
});

test("an engineer writes groups, and an operator reads them", async () => {
  const as = (role: "operator" | "engineer") => ({ key: plant.keys[role] });
  const sent = { Name: plant.unique("N") };
  expect((await plant.put("/api/WorkCentreGroup/Upsert", sent, as("operator"))).status).toBe(403);
  const made = await plant.put("/api/WorkCentreGroup/Upsert", sent, as("engineer"));
  expect(made.status).toBe(200);
  const { ID } = made.body;
  expect((await plant.post("/api/WorkCentreGroup/List", { ID }, as("operator"))).body).toHaveLength(
    1,
  );
  expect((await plant.delete("/api/WorkCentreGroup/Delete", { ID }, as("operator"))).status).toBe(
    403,
  );
  expect((await plant.delete("/api/WorkCentreGroup/Delete", { ID }, as("engineer"))).status).toBe(
    200,
  );
});
