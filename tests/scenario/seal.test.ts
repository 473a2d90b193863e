import { randomBytes } from "node:crypto";
import {
  audit,
  commandLine,
  type KeptAnchor,
  makeSeals,
  type NewSeal,
  sealBy,
  sealingKeyOf,
  sealLog,
  takeOver,
  webSha256,
  writeSeals,
} from "@asbuilt/core";
import { openPlant } from "#plant";
import { expect, test } from "vitest";
import { assembly } from "./assembly.ts";
import { overtake } from "./overtake.ts";

const plant = await openPlant({ isEdited: true });
const { executor } = plant.database;
const key = await sealingKeyOf(randomBytes(32).toString("base64"));
const sealing = { sha256: webSha256, key, now: Date.now };
const trusted = [key.publicKey];

const verify = (more: object = {}) => plant.done("post", "/api/Audit/Verify", more);
const anchor = () => plant.done("post", "/api/Audit/Anchor", {});
const logged = async () =>
  Number((await plant.sql("select count(*) as n from change_log"))[0]!["n"]);
const found = async (check: Partial<Parameters<typeof audit>[1]> = {}, { database } = plant) => {
  const { findings } = await audit(database.executor, { sha256: webSha256, trusted, ...check });
  return findings.map(({ record, problem }) => `${record}: ${problem}`);
};

test("nothing is sealed at first", async () => {
  expect(await anchor()).toBeNull();
  const rows = await logged();
  expect(await verify()).toEqual({
    isSound: true,
    findings: [],
    isCutOff: false,
    seals: 0,
    sealed: 0,
    unsealed: rows,
    keys: [],
    contents: 0,
  });
});

test("all rows are sealed, a hundred per seal, and each seal continues the last one", async () => {
  await sealLog(executor, sealing);
  const rows = await logged();
  expect(await verify()).toMatchObject({
    isSound: true,
    seals: Math.ceil(rows / 100),
    sealed: rows,
    unsealed: 0,
    keys: trusted,
  });
  expect(await anchor()).toMatchObject({ lastSeq: rows, publicKey: key.publicKey });
});

test("the seals are listed page by page, the newest first, each after the rows of the one before", async () => {
  const all = await plant.done("post", "/api/Audit/ListSeals", {});
  const newest = await anchor();
  expect(all[0]).toEqual({ ...newest, firstSeq: expect.any(Number) });
  expect(all.map(({ id }: { id: number }) => id)).toEqual(
    Array.from({ length: newest.id }, (_, index) => newest.id - index),
  );
  for (const [index, seal] of all.entries()) {
    expect(seal.firstSeq).toBe((all[index + 1]?.lastSeq ?? 0) + 1);
  }
  const page = await plant.done("post", `/api/Audit/ListSeals?limit=1&cursor=${newest.id}`, {});
  expect(page).toEqual(all.slice(1, 2));
});

test("later rows get their own seal, and an anchor stays valid", async () => {
  const before = await anchor();
  const { build, remove } = await assembly(plant);
  expect((await build()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  expect(await verify()).toMatchObject({ isSound: true, unsealed: expect.any(Number) });
  await sealLog(executor, sealing);
  expect(await verify({ anchor: { id: before.id, hash: before.hash } })).toMatchObject({
    isSound: true,
    unsealed: 0,
  });
});

test("rows that are written while the log is sealed wait for the next seal", async () => {
  const before = (await anchor()).id;
  let made = 0;
  await plant.done("put", "/api/Location/Upsert", { name: "Shelf" });
  await sealBy(executor, async () => {
    const seals = await makeSeals(executor, sealing);
    if (made++ < 5) await plant.done("put", "/api/Location/Upsert", { name: `Shelf ${made}` });
    return seals;
  });
  expect((await anchor()).id).toBe(before + 1);
  await sealLog(executor, sealing);
  expect(await verify()).toMatchObject({ isSound: true, unsealed: 0 });
});

test("while the newest seal can't be kept, no further row is sealed", async () => {
  let kept: KeptAnchor | undefined;
  let isFull = true;
  const store = {
    name: "kept",
    read: () => Promise.resolve(kept),
    write: async (newest: KeptAnchor) => {
      if (isFull) throw new Error("no space left");
      kept = newest;
    },
  };
  const sealMore = async (name: string) => {
    await plant.done("put", "/api/Location/Upsert", { name });
    return sealLog(executor, sealing, store);
  };
  await sealLog(executor, sealing);
  const before = (await anchor()).id;
  await expect(sealMore("Niche")).rejects.toThrow("no space left");
  await expect(sealMore("Alcove")).rejects.toThrow("no space left");
  expect(await verify()).toMatchObject({ isSound: true, unsealed: 2 });
  expect((await anchor()).id).toBe(before);
  isFull = false;
  await sealLog(executor, sealing, store);
  expect(await verify()).toMatchObject({ isSound: true, unsealed: 0 });
  expect(kept).toMatchObject({ id: before + 1 });
});

test("of two processes that seal the same rows, one does", async () => {
  await plant.done("put", "/api/Location/Upsert", { name: "Bay" });
  const [one, other] = [await makeSeals(executor, sealing), await makeSeals(executor, sealing)];
  await Promise.all([writeSeals(executor, one), writeSeals(executor, other)]);
  expect(await found()).toEqual([]);
  const seals = await plant.sql("select first_seq from seal order by id desc limit 2");
  expect(new Set(seals.map((seal) => seal["first_seq"])).size).toBe(2);
});

test("rows that are written and sealed while the log is checked are no finding", async () => {
  let written = 0;
  const writeAndSeal = async () => {
    await plant.done("put", "/api/Location/Upsert", { name: `Rack ${++written}` });
    await sealLog(executor, sealing);
  };
  // More seals than one read returns, so that some are read after the log's rows.
  for (let seal = 0; seal < 10; seal++) await writeAndSeal();
  const read: typeof executor.read = async (...statements) => {
    if (written < 20) await writeAndSeal();
    return executor.read(...statements);
  };
  const { findings } = await audit({ ...executor, read }, { sha256: webSha256, trusted });
  expect(findings).toEqual([]);
  expect(written).toBe(20);
});

test("a row has the same digest on every database, whatever its text", async () => {
  const forged = await openPlant({ isEdited: true });
  await sealLog(forged.database.executor, sealing);
  await forged.sql(`insert into change_log (operation_id, ordinal, at, entity, entity_id, rev_no,
    action, comment) values ('pinned', 0, 5, 'Location', 9999999999, 1, 'told',
    char(1, 8, 9, 10, 31, 34, 47, 92, 127, 233, 8232, 128512))`);
  const [sealed] = (await makeSeals(forged.database.executor, sealing)).slice(-1);
  const seq = sealed!.lastSeq;
  const text =
    `[${seq},"pinned",0,5,null,null,null,"Location",9999999999,1,"told",null,` +
    String.raw`"\u0001\b\t\n\u001f\"/\\` +
    "\u007f\u00e9\u2028\u{1f600}" +
    '",null,null,null,null,null,null]';
  expect(sealed!.digests.slice(-43)).toBe(await webSha256(text, "base64url"));
});

/** Returns the hash that a seal must have, as a reader without this code computes it. */
const hashOf = ({ firstSeq, lastSeq, at, digests, previous, servedSince }: NewSeal) => {
  const covered = [firstSeq, lastSeq, at, digests, previous];
  if (servedSince !== null) covered.push(servedSince);
  return webSha256(JSON.stringify(covered), "base64url");
};

test("a seal's hash covers its rows, its time, their digests and the hash before it", async () => {
  await plant.done("put", "/api/Location/Upsert", { name: "Gate" });
  const [seal] = await makeSeals(executor, sealing);
  expect(seal!.hash).toBe(await hashOf(seal!));
});

test("a seal that was made with the key to continue another record is reported", async () => {
  const spliced = await openPlant({ isEdited: true });
  await sealLog(spliced.database.executor, sealing);
  await spliced.done("put", "/api/Location/Upsert", { name: "Annex" });
  const [seal] = await makeSeals(spliced.database.executor, sealing);
  await writeSeals(spliced.database.executor, [seal!]);
  const previous = await webSha256("a seal of another record", "base64url");
  const hash = await hashOf({ ...seal!, previous });
  await spliced.sql("drop trigger seal_update");
  await spliced.sql(
    "update seal set previous = ?, hash = ?, signature = ? where hash = ?",
    previous,
    hash,
    await key.sign(hash),
    seal!.hash,
  );
  expect(await found({}, spliced)).toEqual([
    "schema: it is damaged: its trigger seal_update is not as asbuilt makes it",
    expect.stringMatching(/^seal \d+: it does not follow the seal before$/),
  ]);
});

test("a row that is removed before it is sealed is reported", async () => {
  const cut = await openPlant({ isEdited: true });
  await sealLog(cut.database.executor, sealing);
  const sealed = Number((await cut.sql("select max(last_seq) as n from seal"))[0]!["n"]);
  for (const name of ["Ramp", "Yard"]) await cut.done("put", "/api/Location/Upsert", { name });
  await cut.sql("drop trigger change_log_delete");
  await cut.sql(`delete from change_log where seq = ${sealed + 1}`);
  await sealLog(cut.database.executor, sealing);
  expect(await found({}, cut)).toContainEqual(
    expect.stringMatching(`^seal \\d+: it begins with row ${sealed + 2}, but the seal before`),
  );
});

test("the seals of a key that is not trusted are reported in one finding, with the remedy", async () => {
  const stranger = await sealingKeyOf(randomBytes(32).toString("base64"));
  const { id: last } = await anchor();
  expect(last).toBeGreaterThan(1);
  const told = `seals 1 to ${last}: ${last} are signed by ${key.publicKey}, which is not trusted. If it was a key of this plant, add it to ASBUILT_TRUSTED_SEAL_KEYS`;
  expect(await found({ trusted: [stranger.publicKey] })).toEqual([told]);
});

test("an anchor of another record, or of a seal that is gone, is reported", async () => {
  const { id, hash } = await anchor();
  const other = hash.replace(/^./, (first: string) => (first === "A" ? "B" : "A"));
  expect(await found({ anchors: [{ id, hash: other }] })).toEqual([
    `seal ${id}: it is not the seal that the anchor names`,
  ]);
  const later = await verify({ anchor: { id: id + 1, hash } });
  expect(later.findings).toEqual([
    {
      record: `seal ${id + 1}`,
      problem: `it is missing, but the anchor names it: the seals end with ${id}`,
    },
  ]);
});

test("of several anchors, the first one that differs and the first one that is gone are reported", async () => {
  await sealLog(executor, sealing);
  const seals = await plant.sql("select id, hash from seal order by id");
  const anchors = seals.map(({ id, hash }) => ({ id: Number(id), hash: String(hash) }));
  expect(anchors.length).toBeGreaterThan(3);
  expect(await found({ anchors: anchors.toReversed() })).toEqual([]);
  const other = anchors[0]!.hash;
  const last = anchors.at(-1)!.id;
  const gone = [last + 2, last + 1, last + 3].map((id) => ({ id, hash: other }));
  // Two histories can have a seal of one number: a file can hold both.
  const both = [{ id: 3, hash: other }, ...anchors, { id: 2, hash: other }];
  expect(await found({ anchors: [...gone, ...both] })).toEqual([
    "seal 2: it is not the seal that the anchor names",
    `seal ${last + 1}: it is missing, but the anchor names it: the seals end with ${last}`,
  ]);
});

test("an anchor whose seal was deleted between others is reported", async () => {
  const copy = await openPlant({ isEdited: true });
  // The base data takes more than two seals.
  await sealLog(copy.database.executor, sealing);
  const [second] = await copy.sql("select id, hash from seal where id = 2");
  await copy.sql("drop trigger seal_delete");
  await copy.sql("delete from seal where id = 2");
  const anchors = [{ id: 2, hash: String(second!["hash"]) }];
  expect(await found({ anchors }, copy)).toContainEqual(
    expect.stringMatching("^seal 2: it is missing, but the anchor names it: the seals end with "),
  );
});

test("at most the requested number of findings is reported", async () => {
  // One finding of the keys and two of the anchors: another seal, and one that is gone.
  const anchors = [1, 9999].map((id) => ({ id, hash: "another" }));
  const bad = { trusted: [], anchors, findingsMax: 2 };
  expect(await audit(executor, { sha256: webSha256, ...bad })).toMatchObject({ isCutOff: true });
  expect(await found(bad)).toHaveLength(2);
});

test.for<[edit: string, line: RegExp]>([
  [
    "update change_log set comment = 'another' where seq = 17",
    /^change_log 17: it was changed after it was sealed \(seal 1\)$/,
  ],
  ["delete from change_log where seq = 18", /^change_log 18: it is missing \(seal 1\)$/],
  [
    `update seal set digests = (select digests from seal where id = 2) where id = 1`,
    /^seal 1: it was changed after it was made$/,
  ],
  ["update seal set at = at + 1 where id = 2", /^seal 2: it was changed after it was made$/],
  ["update seal set last_seq = last_seq - 1 where id = 2", /^seal 2: it has digests up to row 200/],
  [
    "update seal set hash = previous where id = 2",
    /^seal 2: its signature does not match its key$/,
  ],
  ["delete from seal where id = 1", /^seal 2: the 1 seals before it are missing$/],
  ["delete from seal where id = 1", /^change_log 1 to 100: no seal covers this \(seal 2 should\)$/],
  [
    "update seal set first_seq = 201, last_seq = 201, digests = substr(digests, 1, 43) where id = 3",
    /^change_log 202 to \d+: no seal covers this \(seal 4 should\)$/,
  ],
  [
    "update seal set first_seq = 1000000000000 where id = 4",
    /^change_log 202 to \d+: no seal covers this \(seal 4 should\)$/,
  ],
  [
    "delete from seal where id = (select max(id) from seal)",
    /^seal \d+: the 1 seals after it are missing$/,
  ],
])("an edit is reported: %s", async ([edit, line]) => {
  for (const table of ["change_log", "seal"]) {
    for (const kind of ["update", "delete"]) {
      await plant.sql(`drop trigger if exists ${table}_${kind}`);
    }
  }
  await plant.sql(edit);
  expect(await found()).toContainEqual(expect.stringMatching(line));
});

test("seals refuse every edit", async () => {
  const others = await openPlant({ isEdited: true });
  await sealLog(others.database.executor, sealing);
  const before = await others.sql("select * from seal");
  for (const edit of [
    "update seal set at = 0",
    "delete from seal",
    "insert or replace into seal select * from seal where id = 1",
  ]) {
    await expect(others.sql(edit)).rejects.toThrow(/append-only|stale: these rows are sealed/);
  }
  expect(await others.sql("select * from seal")).toEqual(before);
});

test("rows that waited for their seal for over a minute are reported, if the service ran", async () => {
  const late = await openPlant({ isEdited: true });
  const { executor: served } = late.database;
  await sealLog(served, sealing);
  const minuteLater = (ms: number) => ({ ...sealing, now: () => Date.now() + 60_000 + ms });
  const write = async (name: string) => {
    await late.done("put", "/api/Location/Upsert", { name });
    return Number((await late.sql("select max(seq) as n from change_log"))[0]!["n"]);
  };
  const since = Date.now();
  await write("In time");
  await sealLog(served, { ...minuteLater(-5000), servedSince: since });
  // A command says nothing about a service, and a service nothing about the time before it.
  await write("By a command");
  await sealLog(served, minuteLater(1000));
  await write("Before the start");
  await sealLog(served, { ...minuteLater(1000), servedSince: Date.now() + 1 });
  expect(await found({}, late)).toEqual([]);

  const [first, last] = [await write("Late"), await write("Late too")];
  await sealLog(served, { ...minuteLater(1000), servedSince: since });
  expect(await found({}, late)).toEqual([
    expect.stringMatching(
      `^change_log ${first} to ${last}: no seal covered it for 6\\d s while the service ran \\(seal \\d+\\)$`,
    ),
  ]);
  await late.done("post", "/api/Audit/TakeOver", { comment: "The disk was full" });
  await sealLog(served, sealing);
  expect(await found({}, late)).toEqual([]);
});

test("a log without seals, or with an old end that no seal covers, is reported if it has a key", async () => {
  const bare = await openPlant({ isEdited: true });
  const rows = await bare.sql("select max(seq) as n from change_log");
  const none = `change_log 1 to ${Number(rows[0]!["n"])}: no seal covers this, although the database has a sealing key or an anchor`;
  expect(await found({}, bare)).toEqual([none]);
  expect(await found({ trusted: undefined }, bare)).toEqual([]);
  expect(await found({ allowsUnsealed: true }, bare)).toEqual([]);
  await sealLog(bare.database.executor, sealing);
  const write = (name: string) => bare.done("put", "/api/Location/Upsert", { name });
  await write("New");
  expect(await found({}, bare)).toEqual([]);
  await bare.sql("drop trigger change_log_update");
  await bare.sql(
    "update change_log set at = at - 61000 where seq = (select max(seq) from change_log)",
  );
  const [, oldest] = [await write("Newer"), Number(rows[0]!["n"]) + 1];
  expect(await found({}, bare)).toContainEqual(
    `change_log ${oldest} to ${oldest + 1}: no seal covers this, although the database has a sealing key or an anchor`,
  );
});

test("a repeated take-over has the same answer, and takes over nothing that came since", async () => {
  let kept: KeptAnchor | undefined;
  let isCutOff = true;
  const store = {
    name: "kept",
    read: () => Promise.resolve(kept),
    write: async (newest: KeptAnchor) => {
      if (isCutOff) throw new Error("cut off");
      kept = newest;
    },
  };
  await sealLog(executor, sealing);
  const { id, lastSeq, hash } = await anchor();
  const idempotency = { method: "POST", path: "/", key: "k", nameHash: "0a", bodyHash: "0b" };
  const principal = await commandLine(executor, Date.now);
  const context = { executor, now: Date.now, requestId: "r", traceparent: undefined, principal };
  const take = () => takeOver({ ...context, idempotency }, { comment: "Restored" }, store);
  await expect(take()).rejects.toThrow("cut off");
  isCutOff = false;
  await plant.done("put", "/api/Location/Upsert", { name: "After the take-over" });
  await sealLog(executor, sealing);
  const taken = { before: null, after: { id, lastSeq, hash } };
  expect(await take()).toEqual(taken);
  expect(kept).toEqual(taken.after);

  kept = { id: id + 100, lastSeq: lastSeq + 1000, hash: "of another record" };
  expect(await take()).toEqual(taken);
  expect(kept).toMatchObject({ hash: "of another record" });
});

test("a take-over that a change of its user overtakes is logged after that change", async () => {
  const users = await plant.done("post", "/api/User/List", { name: "Administrator" });
  const [overtaken] = await overtake(
    plant,
    () => plant.post("/api/Audit/TakeOver", { comment: "The clock was wrong" }),
    () => plant.done("put", "/api/User/Upsert", { id: users[0].id, description: "In charge" }),
  );
  expect(overtaken.status).toBe(200);
  const changes = await plant.done("post", "/api/History/List", {
    entity: "User",
    id: users[0].id,
  });
  expect(changes.slice(-2).map(({ action }: { action: string }) => action)).toEqual([
    "updated",
    "tookOver",
  ]);
});
