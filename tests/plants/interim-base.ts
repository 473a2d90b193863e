import type Database from "libsql";

// Stands in for the base data until it can be imported over HTTP.
const catalog = {
  product_type: ["General"],
  ownership_type: ["Internal", "Customer", "Vendor"],
  currency: ["EUR", "USD", "GBP", "CHF"],
  build_slot_type: ["Assembly", "Consumable"],
  hold_reason: ["Quality"],
};

/** Inserts the reference records that have not come from seed/base. */
export function insertInterimBase(database: InstanceType<typeof Database>): void {
  const isEmpty = (table: string) =>
    database.prepare(`select 1 from ${table}`).get() === undefined;
  const insert = (table: string, suid: string, name: string, more: Record<string, unknown> = {}) => {
    const row = {
      rev_no: 1,
      suid,
      suid_key: suid.toLowerCase(),
      name,
      name_key: name.toLowerCase(),
      is_active: 1,
      ...more,
    };
    const columns = Object.keys(row);
    const marks = columns.map(() => "?").join(", ");
    database
      .prepare(`insert into ${table} (${columns.join(", ")}) values (${marks})`)
      .run(...Object.values(row));
  };
  const fill = (table: string, rows: [string, string, Record<string, unknown>?][]) => {
    if (!isEmpty(table)) return;
    for (const row of rows) insert(table, ...row);
  };
  for (const [table, names] of Object.entries(catalog)) {
    fill(table, names.map((name) => [name.toUpperCase(), name]));
  }
  fill("location", [["MAIN", "Main"]]);
  fill("receipt_profile", [["STANDARD", "Standard", { fields: "{}" }]]);
  const unit = (code: string, dimension: string, factor: number) => ({ code, dimension, factor });
  fill("unit_of_measure", [
    ["EACH", "each", unit("EA", "count", 1_000_000)],
    ["G", "g", unit("GRM", "mass", 1_000_000)],
    ["KG", "kg", unit("KGM", "mass", 1_000_000_000)],
    ["MM", "mm", unit("MMT", "length", 1_000)],
    ["M", "m", unit("MTR", "length", 1_000_000)],
    ["ML", "ml", unit("MLT", "volume", 1_000)],
    ["LITRE", "litre", unit("LTR", "volume", 1_000_000)],
  ]);
  const flags = (buildable: number, consumable: number) => ({ buildable, consumable });
  fill("material_status", [
    ["WIP", "WIP", flags(1, 1)],
    ["AVAILABLE", "Available", flags(1, 1)],
    ["CONSUMED", "Consumed", flags(1, 0)],
    ["SCRAPPED", "Scrapped", flags(0, 0)],
    ["DISPATCHED", "Dispatched", flags(0, 0)],
  ]);
  const reason = (transactions: string[], disposition: string) => ({
    transactions: JSON.stringify(transactions),
    disposition,
  });
  fill("material_reason", [
    ["COUNT", "Count", reason(["adjust"], "return")],
    ["SCRAP", "Scrap", reason(["adjust", "remove"], "scrap")],
    ["REWORK", "Rework", reason(["remove"], "return")],
    ["QUALITY", "Quality", reason(["remove"], "hold")],
  ]);
}
