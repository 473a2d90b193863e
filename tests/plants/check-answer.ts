import { allRoutes, Problem } from "@asbuilt/contract";
import { expect } from "vitest";
import type { Answer } from "./plant.ts";

interface Declared {
  readonly content?: Readonly<Record<string, { schema: unknown; examples?: object }>>;
}
const routes = Object.values(allRoutes).flatMap((group) => Object.values(group));

/** Fails the test if the contract does not declare the status, the type or the body of an answer. */
export async function checkAnswer(method: string, path: string, answer: Answer): Promise<void> {
  const pathname = decodeURIComponent(path.split("?", 1)[0]!).replace("Bom Slot", "BomSlot");
  const what = `${method} ${path} ${answer.status}`;
  const type = answer.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  const route = routes.find(
    (candidate) =>
      candidate.method.toUpperCase() === method &&
      new RegExp(`^${candidate.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname),
  );
  if (!route) {
    if (answer.status >= 400 && type === "application/problem+json") check(what, Problem(), answer);
    return;
  }
  const declared = (route.responses as Record<number, Declared>)[answer.status];
  if (!declared) throw new Error(`${what} is not declared: ${JSON.stringify(answer.body)}`);
  const content = declared.content?.[type];
  if (!content) throw new Error(`${what} is not declared to answer ${type}.`);
  // Whatever it describes, it is a zod schema, and only its verdict is asked for.
  check(what, content.schema as ReturnType<typeof Problem>, answer);
  if (type !== "application/problem+json") return;
  if (Object.keys(content.examples ?? {}).includes(answer.body.code)) return;
  throw new Error(`${what} is not declared to answer ${answer.body.code}: ${answer.body.detail}`);
}

function check(what: string, schema: ReturnType<typeof Problem>, { body }: Answer): void {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(`${what} breaks the contract: ${parsed.error.message}`);
  // A schema drops what it does not know, so an undeclared field makes a difference.
  expect(parsed.data, `${what} has undeclared fields`).toEqual(body);
}
