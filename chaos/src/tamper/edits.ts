import type { Chance } from "@asbuilt/tests/chance";
import type Database from "libsql";

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** Edits a database. Returns the names that verification must report, or undefined if no edit. */
type Edit = (database: Database.Database, chance: Chance) => readonly string[] | undefined;

/** The tables of parts, with the entity of their record and the expression for its id. */
const parts: Readonly<Record<string, readonly [entity: string, owner: string]>> = {
  adjustment: ["MaterialItem", "material_item_id"],
  build: ["MaterialItem", "child_id"],
  product_property: ["Product", "product_id"],
  removal: ["MaterialItem", "(select child_id from build where build.id = build_id)"],
  slot_property: ["BomSlot", "bom_slot_id"],
  work_centre_group_member: ["WorkCentreGroup", "group_id"],
};

/** The tables outside the record: the change log does not cover their rows. */
const outside = new Set([
  "api_key_use",
  "external_ref",
  "guard",
  "idempotency_key",
  "keyed_answer",
  "room_level",
  "session_use",
]);

/** Every way to edit the record, by the thing that it edits. */
export const edits: Readonly<Record<string, Edit>> = {
  "a field of a sealed row": (database, chance) => editField(database, "change_log", chance),
  "a field of an item": (database, chance) => editField(database, "material_item", chance),
  "a field of a slot": (database, chance) =>
    editField(database, chance.pick(["bom_slot", "slot_candidate", "slot_property"]), chance),
  "a field of anything": (database, chance) =>
    editField(database, chance.pick(tablesOf(database)), chance),
  "a seal": (database, chance) => editField(database, "seal", chance),
  "a deleted row": (database, chance) =>
    deleteRow(database, chance.pick([...tablesOf(database), "change_log"]), chance),
  "an inserted row": (database, chance) =>
    insertRow(database, chance.pick(tablesOf(database)), chance),
  "a row before the first": (database, chance) => {
    const table = chance.pick([...tablesOf(database), "change_log", "change_log", "seal"]);
    const id = -1 - chance.below(9);
    return insertRow(database, table, chance, id) && [`${table} ${id}`];
  },
  "the order of rows": (database, chance) =>
    swapRows(database, chance.pick(["change_log", "change_log", ...tablesOf(database)]), chance),
  "the ids of builds": swapBuildIds,
  "the last id given": (database, chance) => {
    const table = chance.pick(
      tablesOf(database).filter((one) => !(one in parts) || one === "build"),
    );
    const more = 1 + chance.below(9);
    const { last } = database
      .prepare("select max(seq) as last from sqlite_sequence where name = ?")
      .get(table) as { last: number | null };
    if (last === null) return undefined;
    const set = "update sqlite_sequence set seq = ? where name = ?";
    return tried(database, set, last + more, table) ? [`${table} ${last}`] : undefined;
  },
  "a trigger": (database, chance) => {
    // A foreign trigger, or a trigger of asbuilt that does nothing.
    const name = chance.pick(["another", "change_log_update"]);
    database.exec(`create trigger ${name} before update on change_log begin select 1; end`);
    return ["schema"];
  },
  "a dropped index": (database, chance) => {
    const sql = "select name from sqlite_schema where type = 'index' and sql is not null";
    const indexes = database.prepare(sql).all() as { name: string }[];
    database.exec(`drop index ${chance.pick(indexes).name}`);
    return ["schema"];
  },
  "a truncated tail": cutTail,
};

/** Returns the tables of the record without the change log and the seals. */
function tablesOf(database: Database.Database): string[] {
  const sql = `select name from sqlite_schema where type = 'table' and name not like 'sqlite%'
    and name not like '\\_\\_%' escape '\\' and name not like 'webhook%'`;
  const names = (database.prepare(sql).all() as { name: string }[]).map(({ name }) => name);
  return names.filter((name) => !outside.has(name) && name !== "change_log" && name !== "seal");
}

/** Returns the name of a row in the problems that verification reports. */
function nameInProblems(database: Database.Database, table: string, rowid: number): string {
  if (["change_log", "seal", "external_system"].includes(table)) return `${table} ${rowid}`;
  const part = parts[table];
  if (!part) return `${entityOf(table)} ${rowid}`;
  const [entity, owner] = part;
  const found = database.prepare(`select ${owner} as id from ${table} where rowid = ?`).get(rowid);
  return `${entity} ${(found as { id: number }).id}`;
}

const entityOf = (table: string) =>
  table.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function anyRow(database: Database.Database, table: string, chance: Chance): number | undefined {
  const { n } = database.prepare(`select count(*) as n from ${table}`).get() as { n: number };
  if (n === 0) return undefined;
  const sql = `select rowid as id from ${table} order by rowid limit 1 offset ?`;
  return (database.prepare(sql).get(chance.below(n)) as { id: number }).id;
}

/** Returns the columns that can change without changing the identity of the row. */
function editableColumns(
  database: Database.Database,
  table: string,
): { name: string; type: string }[] {
  const sql = "select name, type from pragma_table_info(?) where name <> 'id' and name <> 'seq'";
  return database.prepare(sql).all(table) as { name: string; type: string }[];
}

function editField(
  database: Database.Database,
  table: string,
  chance: Chance,
): readonly string[] | undefined {
  const rowid = anyRow(database, table, chance);
  if (rowid === undefined) return undefined;
  const { name, type } = chance.pick(editableColumns(database, table));
  const before = nameInProblems(database, table, rowid);
  const select = `select ${name} as value from ${table} where rowid = ?`;
  const { value } = database.prepare(select).get(rowid) as { value: Value };
  const isNumber = type.toLowerCase() === "integer";
  const other = isNumber ? Number(value ?? 0) + 1 + chance.below(9) : `${value ?? ""}x`;
  const isDone = tried(database, `update ${table} set ${name} = ? where rowid = ?`, other, rowid);
  return isDone ? [before] : undefined;
}

function deleteRow(
  database: Database.Database,
  table: string,
  chance: Chance,
): readonly string[] | undefined {
  const rowid = anyRow(database, table, chance);
  if (rowid === undefined) return undefined;
  const name =
    table === "external_system"
      ? ownerOfSystem(database, rowid)
      : nameInProblems(database, table, rowid);
  return tried(database, `delete from ${table} where rowid = ?`, rowid) ? [name] : undefined;
}

/** Returns the reference or the key that gives a system its owner. */
function ownerOfSystem(database: Database.Database, rowid: number): string {
  const sql = `select coalesce(
      (select 'external_ref ' || min(ref.rowid) from external_ref as ref where ref.system = owned.system),
      (select 'api_key ' || id from api_key where external_systems like '%"' || owned.system || '"%'))
    as name from external_system as owned where owned.rowid = ?`;
  return (database.prepare(sql).get(rowid) as { name: string }).name;
}

/** Inserts a copy of a row with unique texts, at `place` or with the next id. */
function insertRow(
  database: Database.Database,
  table: string,
  chance: Chance,
  place: number | null = null,
): readonly string[] | undefined {
  const rowid = anyRow(database, table, chance);
  if (rowid === undefined) return undefined;
  const columns = editableColumns(database, table);
  const values = columns.map(({ name, type }) =>
    type.toLowerCase() === "text" ? `${name} || 'x'` : name,
  );
  const names = columns.map(({ name }) => name).join(", ");
  const isDone = tried(
    database,
    `insert into ${table} (rowid, ${names}) select ?, ${values.join(", ")} from ${table}
      where rowid = ?`,
    place,
    rowid,
  );
  if (!isDone) return undefined;
  const { id } = database.prepare("select last_insert_rowid() as id").get() as { id: number };
  return [nameInProblems(database, table, id)];
}

/** Swaps the ids of two rows. */
function swapRows(
  database: Database.Database,
  table: string,
  chance: Chance,
): readonly string[] | undefined {
  const [one, other] = [anyRow(database, table, chance), anyRow(database, table, chance)];
  if (one === undefined || other === undefined || one === other) return undefined;
  // Verification compares parts by content, not by id. Other rows refer only to ids of builds.
  if (table in parts) return undefined;
  const sql = `select * from ${table} where rowid = ?`;
  const rows = [one, other].map((rowid) => database.prepare(sql).get(rowid) as Row);
  if (rows.some((row) => row === undefined)) return undefined;
  const names = [one, other].map((rowid) => nameInProblems(database, table, rowid));
  const key = table === "change_log" ? "seq" : "id";
  const set = `update ${table} set ${key} = ? where ${key} = ?`;
  const isDone =
    tried(database, set, -1, one) &&
    tried(database, set, one, other) &&
    tried(database, set, other, -1);
  return isDone ? names : undefined;
}

/** Swaps the ids of two builds, but not `removed_qty`, which must match the removals. */
function swapBuildIds(database: Database.Database, chance: Chance): readonly string[] | undefined {
  const [one, other] = [anyRow(database, "build", chance), anyRow(database, "build", chance)];
  if (one === undefined || other === undefined || one === other) return undefined;
  const owners = [one, other].map((id) => nameInProblems(database, "build", id));
  const isDone = tried(
    database,
    `update build set seq = other.seq, parent_id = other.parent_id, child_id = other.child_id,
        bom_slot_id = other.bom_slot_id, candidate_id = other.candidate_id, qty = other.qty
      from build as other where build.id in (?, ?) and other.id = ? - build.id`,
    one,
    other,
    one + other,
  );
  if (!isDone) return undefined;
  // For one item the log gives the order of builds. For two, a later id needs a later change.
  return owners[0] === owners[1] ? [owners[0]!] : [`build ${Math.max(one, other)}`];
}

/** Deletes the newest rows of the log with their seals. Only an anchor reveals this. */
function cutTail(database: Database.Database, chance: Chance): readonly string[] | undefined {
  const { seals } = database.prepare("select max(id) as seals from seal").get() as {
    seals: number;
  };
  const kept = chance.below(seals);
  const { last } = database
    .prepare("select coalesce(max(last_seq), 0) as last from seal where id <= ?")
    .get(kept) as { last: number };
  database.exec(`delete from seal where id > ${kept}; delete from change_log where seq > ${last};
    update sqlite_sequence set seq = ${last} where name = 'change_log';
    update sqlite_sequence set seq = ${kept} where name = 'seal'`);
  return [`seal ${seals}`];
}

/** Returns whether an edit took effect. A constraint can refuse it. */
function tried(database: Database.Database, sql: string, ...values: Value[]): boolean {
  try {
    return database.prepare(sql).run(...values).changes > 0;
  } catch {
    return false;
  }
}
