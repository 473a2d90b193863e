import { isDeepStrictEqual } from "node:util";
import { readyDatabase } from "@asbuilt/node/setup";
import { verifyDatabase } from "@asbuilt/node/verification";
import { contentOf, rowsOf } from "@asbuilt/tests/stored";
import { expectUndamaged } from "../services.ts";

/** The outcome of a start on a file and of `asbuilt verify`. */
export type Fate = "refused" | "served and whole" | "found by verify" | "found by nothing";

/** Opens a file as a start of the service does. Throws if it would serve a damaged file. */
export async function fateOf(path: string, original: ReturnType<typeof contentOf>): Promise<Fate> {
  const location = { url: `file:${path}` };
  try {
    const database = await readyDatabase({ database: location }, "base", () => {});
    database.close();
  } catch (error) {
    expectOneLine(error);
    return "refused";
  }
  await expectUndamaged({ sql: async (text) => rowsOf(path, text) });
  if (isDeepStrictEqual(contentOf(path), original)) return "served and whole";
  const { problems } = await verifyDatabase(location, path);
  return problems.length > 0 ? "found by verify" : "found by nothing";
}

/** Throws unless an error is one line for the operator of the service. */
function expectOneLine(error: unknown): void {
  const isLine =
    error instanceof Error && error.name === "UserError" && !error.message.includes("\n");
  if (!isLine) throw new Error("The error of a refused start is not one line.", { cause: error });
}
