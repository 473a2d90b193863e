import { execute, rowsOf } from "@asbuilt/tests/stored";

/** Copies the last received item that many times, and its change. No request is that fast. */
export function copyItems(path: string, { items, changes }: Record<"items" | "changes", number>) {
  const [newest] = rowsOf(path, "select max(id) as id from material_item");
  const model = Number(newest!["id"]);
  const id = `i + ${model + 1}`;
  const copied = (
    table: string,
    { of, count, values }: { of: string; count: number; values: Readonly<Record<string, string>> },
  ) => {
    const columns = rowsOf(path, `select name from pragma_table_info('${table}')`);
    const names = columns.map(({ name }) => String(name));
    return `insert into ${table} (${names.join(", ")})
      with recursive n (i) as (select 0 union all select i + 1 from n where i + 1 < ${count})
      select ${names.map((name) => values[name] ?? `model.${name}`).join(", ")}
      from n join ${table} as model on ${of};`;
  };
  const change = { seq: "null", operation_id: "'copy-' || i", entity_id: id };
  const item = { id, visual_serial_no: "'COPY-' || i", serial_key: "'copy-' || i" };
  const ofItem = `model.entity = 'MaterialItem' and model.entity_id = ${model}`;
  execute(
    path,
    `begin;
    ${copied("change_log", { of: ofItem, count: changes, values: change })}
    ${copied("material_item", { of: `model.id = ${model}`, count: items, values: item })}
    commit;`,
  );
}
