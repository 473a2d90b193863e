import { audit } from "@asbuilt/core";
import type { Service } from "./services.ts";

/** Throws where a service's database breaks a law: of material, of references, of history. */
export async function expectSound({ sql }: Pick<Service, "sql">): Promise<void> {
  const findings = await audit({
    read: (laws) =>
      Promise.all(laws.map(async (law) => (await sql(law.sql)).map((row) => Object.values(row)))),
  });
  if (findings.length === 0) return;
  const told = findings.map(({ record, problem }) => `${record}: ${problem}`);
  throw new Error(`The database breaks a law.\n${told.join("\n")}`);
}

/** Throws where SQLite finds its file damaged. */
export async function expectUndamaged({ sql }: Pick<Service, "sql">): Promise<void> {
  const damage = (await sql("pragma integrity_check")).flatMap((row) => Object.values(row));
  if (damage.join() !== "ok") throw new Error(`The file is damaged.\n${damage.join("\n")}`);
}
