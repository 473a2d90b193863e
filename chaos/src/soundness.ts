import { verifyDatabase } from "@asbuilt/node/verification";
import type { Service } from "./services.ts";

/** Throws where a service's database breaks a law, or is not what its change log comes to. */
export async function expectSound({ url }: Pick<Service, "url">): Promise<void> {
  const { problems } = await verifyDatabase({ url }, url);
  if (problems.length === 0) return;
  throw new Error(`The database breaks a law.\n${problems.join("\n")}`);
}

/** Throws where SQLite finds its file damaged. */
export async function expectUndamaged({ sql }: Pick<Service, "sql">): Promise<void> {
  const damage = (await sql("pragma integrity_check")).flatMap((row) => Object.values(row));
  if (damage.join() !== "ok") throw new Error(`The file is damaged.\n${damage.join("\n")}`);
}
