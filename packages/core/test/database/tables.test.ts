import { expect, test, vi } from "vitest";

test("no module makes a table while it loads, and a table is made on first use", async () => {
  const made: string[] = [];
  vi.resetModules();
  vi.doMock("drizzle-orm/sqlite-core", async (load) => {
    const drizzle = await load<typeof import("drizzle-orm/sqlite-core")>();
    const sqliteTable = (name: string, ...rest: [never]) => {
      made.push(name);
      return drizzle.sqliteTable(name, ...rest);
    };
    return { ...drizzle, sqliteTable };
  });
  try {
    await import("../../src/index.ts");
    await import("../../src/database/index.ts");
    expect(made).toEqual([]);
    const { build } = await import("../../src/database/schema/index.ts");
    expect([build.qty.name, build.removedQty.name]).toEqual(["qty", "removed_qty"]);
    expect(made).toEqual(["build"]);
  } finally {
    vi.doUnmock("drizzle-orm/sqlite-core");
    vi.resetModules();
  }
});
