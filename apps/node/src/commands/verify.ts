import { readConfiguration } from "../configuration.ts";
import { shown } from "../database.ts";
import { verifyDatabase } from "../verification.ts";

/** `asbuilt verify [FILE]`: prints a line for each problem; the exit status is 1 if there is one. */
export async function verify(file: string | undefined): Promise<number> {
  const location = file === undefined ? readConfiguration(process.env).database : atPath(file);
  const name = file ?? shown(location.url);
  const { schema, isOld, problems: found } = await verifyDatabase(location, name);
  const problems = isOld ? [...found, "its schema is old: `asbuilt migrate` renews it"] : found;
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  const outcome = problems.length === 0 ? "no problems" : `${problems.length} problems`;
  process.stdout.write(`${name}: schema ${schema}, ${outcome}\n`);
  return problems.length === 0 ? 0 : 1;
}

const atPath = (path: string) => ({ url: `file:${path}` });
