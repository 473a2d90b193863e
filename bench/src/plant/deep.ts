import { assemblySize, items, levels, parents } from "./assemblies.ts";
import { type Before, copier, largestIds, fillFast, type Native } from "./fill.ts";
import { modelLot, modelUnit, slotCount } from "./workload.ts";

/** Fills a plant with assemblies of ten levels. Each item is built into several items above it. */
export function fillDeep(database: Native): void {
  fillFast(database, () => {
    const before = largestIds(database);
    makeLinks(database);
    fillDeepItems(database, before);
    fillDeepBuilds(database, before);
    for (const table of ["place", "link", "logged"]) database.exec(`drop table ${table}`);
  });
}

/** Numbers the items level by level, and links each to its parents. */
function makeLinks(database: Native): void {
  const starts = levels.map((_, level) => levels.slice(0, level).reduce((sum, n) => sum + n, 0));
  const rows = levels.map(
    (_, at) => `(${at}, ${starts[at]}, ${starts[at + 1] ?? assemblySize},
    ${levels[at - 1] ?? 0})`,
  );
  database.exec(`
    create temp table place as
    with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${items})
    select i, i / ${assemblySize} as assembly, level, i % ${assemblySize} - first as k, above
    from n join (
      select column1 as level, column2 as first, column3 as next, column4 as above
      from (values ${rows.join(", ")}))
    on i % ${assemblySize} >= first and i % ${assemblySize} < next`);
  database.exec("create index place_at on place (assembly, level, k)");
  database.exec("create index place_i on place (i)");
  database.exec(`
    create temp table link as
    with shift (j) as (values ${Array.from({ length: parents }, (_, j) => `(${j})`).join(", ")})
    select row_number() over (order by child.i, j) - 1 as n, parent.i as parent, child.i as child
    from place as child cross join shift cross join place as parent
    on parent.assembly = child.assembly and parent.level = child.level - 1
      and parent.k = (child.k + j * max(1, child.above / ${parents})) % child.above
    where j < child.above`);
}

const batchOf = (letter: string) =>
  `(select printf('${letter}-%d-%d', assembly, k / 10) from place
    where place.i = n.i and level = ${levels.length - 1})`;

function fillDeepItems(database: Native, before: Before): void {
  const copy = copier(database);
  copy("material_item", items, `model.visual_serial_no = '${modelUnit}'`, {
    id: `i + 1 + ${before.items}`,
    rev_no: "1",
    visual_serial_no: "printf('DEEP-%07d', i)",
    serial_key: "printf('deep-%07d', i)",
    unique_id: "null",
    unique_id_key: "null",
    batch_no: batchOf("B"),
    batch_key: batchOf("b"),
  });
}

function fillDeepBuilds(database: Native, before: Before): void {
  const [{ count }] = database.prepare("select count(*) as count from link").all() as [
    { count: number },
  ];
  const seq = before.seq + items;
  database.exec(`create index link_n on link (n)`);
  // The log has the items first. Each build is then two changes: of the parent and of the child.
  database.exec(`
    create temp table logged as
    select *, row_number() over (partition by item order by seq) as rev from (
      select i + 1 + ${before.seq} as seq, i as item, 0 as ordinal, 0 as kind, i as n from place
      union all select 2 * n + 1 + ${seq}, parent, 0, 1, n from link
      union all select 2 * n + 2 + ${seq}, child, 1, 2, n from link)`);
  const columns = (database.prepare("pragma table_info(change_log)").all() as { name: string }[])
    .map(({ name }) => name)
    .filter((name) => !["seq", "operation_id", "ordinal", "entity_id", "rev_no"].includes(name));
  const model = (serial: string, rev: number) => `(select seq from change_log
    where entity = 'MaterialItem' and rev_no = ${rev} and entity_id = (
      select id from material_item where visual_serial_no = '${serial}'))`;
  database.exec(`
    with models as (select ${model(modelUnit, 1)} as created, ${model(modelUnit, 2)} as parent,
      ${model(modelLot(0), 2)} as child)
    insert into change_log (seq, operation_id, ordinal, entity_id, rev_no, ${columns.join(", ")})
    select logged.seq, printf('01900000-%d000-7000-8000-%012d', min(kind, 1), n), logged.ordinal,
      item + 1 + ${before.items}, rev, ${columns.map((name) => `model.${name}`).join(", ")}
    from logged, models join change_log as model
    on model.seq = case kind when 0 then created when 1 then parent else child end
    order by logged.seq`);
  copier(database)(
    "build",
    count,
    `model.id = ${before.builds - slotCount + 1} + i % ${slotCount}`,
    {
      id: `i + 1 + ${before.builds}`,
      seq: `2 * i + 1 + ${seq}`,
      parent_id: `(select parent from link where n = i) + 1 + ${before.items}`,
      child_id: `(select child from link where n = i) + 1 + ${before.items}`,
    },
  );
}
