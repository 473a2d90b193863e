import { deepStrictEqual } from "node:assert/strict";
import {
  factsByCode,
  headersOf,
  isPaged,
  type Operation,
  operations,
  Problem,
  type ProblemCode,
} from "@asbuilt/contract";
import { canonicalSpelling } from "@asbuilt/http";
import { chosenEntries, chosenFieldsOf } from "./chosen-fields.ts";

/** The parts of a response that are checked against the contract. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the body, or its text if it is not JSON. */
  readonly body: unknown;
}

interface Declared {
  readonly content?: Readonly<Record<string, { schema: unknown; examples?: object }>>;
}
/** Returns a pattern for a path of the contract; `{id}` stands for any one segment. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

const routes = operations.map((route) => ({
  route,
  method: route.method.toUpperCase(),
  path: patternOf(route.path),
}));

/** The one path that is also served with a space in it. No other escape is decoded. */
const spaced = /^\/api\/Bom(?: |%20)Slot\/ClearProperty$/;

/** Headers of HTTP itself, of caches and of browsers. The contract does not declare them. */
const ofHttp = new Set([
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cache-control",
  "connection",
  "content-encoding",
  "content-length",
  "content-security-policy",
  "content-type",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "date",
  "keep-alive",
  "referrer-policy",
  "transfer-encoding",
  "vary",
  "x-content-type-options",
]);

/** Returns the route of a request; undefined if the contract declares none. */
export function routeOf(method: string, path: string): Operation | undefined {
  const pathname = path.split("?", 1)[0]!.replace(spaced, "/api/BomSlot/ClearProperty");
  return routes.find((other) => other.method === method && other.path.test(pathname))?.route;
}

/** Throws if the contract does not declare the response's status, headers, media type or body. */
export function checkAnswer(method: string, path: string, answer: Answered): void {
  const what = `${method} ${path} ${answer.status}`;
  const type = answer.headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  const route = routeOf(method, path);
  if (!route) {
    if (answer.status >= 400 && type === "application/problem+json")
      check(what, Problem(), answer.body);
    return;
  }
  const declared = (route.responses as Record<number, Declared>)[answer.status];
  if (!declared) throw new Error(`${what} is not declared: ${JSON.stringify(answer.body)}`);
  const headers = new Set(headersOf(route, answer.status).map((name) => name.toLowerCase()));
  for (const name of answer.headers.keys()) {
    if (ofHttp.has(name) || headers.has(name)) continue;
    throw new Error(`${what} is not declared to have the header ${name}.`);
  }
  if (isListAsCsv(route, answer)) return;
  const content = declared.content?.[type];
  if (!content) throw new Error(`${what} is not declared to return ${type}.`);
  const fields = answer.status === 200 ? chosenFieldsOf(route, path) : undefined;
  if (fields) return checkChosen(what, content.schema as ListSchema, fields, answer);
  // Every declared schema is a zod schema. Only its verdict is needed here.
  check(what, content.schema as Schema, answer.body);
  if (type !== "application/problem+json") return;
  // The body has passed the schema of a problem document.
  const { code, detail } = answer.body as { code: ProblemCode; detail: string };
  checkFacts(what, code, answer.body as object);
  if (Object.keys(content.examples ?? {}).includes(code)) return;
  throw new Error(`${what} is not declared to return ${code}: ${detail}`);
}

/** Whether a response is a list as CSV. The contract declares only JSON for it. */
export const isListAsCsv = (route: Operation, { status, headers }: Answered): boolean =>
  status === 200 && isPaged(route) && headers.get("Content-Type")?.startsWith("text/csv") === true;

const facts = new Set<string>(Object.values(factsByCode).flat());

/** Throws if a problem has a fact that docs/reference/problems.md does not list for its code. */
function checkFacts(what: string, code: ProblemCode, problem: object): void {
  const listed: readonly string[] = factsByCode[code] ?? [];
  const other = Object.keys(problem).find((name) => facts.has(name) && !listed.includes(name));
  if (other) throw new Error(`${what}: ${code} is not documented to have ${other}.`);
}

type Schema = Pick<ReturnType<typeof Problem>, "safeParse">;

/** The schema of a list of records, in zod and in the light form that the Worker has. */
interface ListSchema {
  readonly def: {
    readonly element: { readonly def: { readonly shape: Readonly<Record<string, Schema>> } };
  };
}

/** Throws unless each record has exactly the fields that the request chose, as they are declared. */
function checkChosen(
  what: string,
  { def: { element } }: ListSchema,
  fields: ReadonlySet<string>,
  { body }: Answered,
): void {
  for (const entries of chosenEntries(what, fields, body)) {
    const record = new Map(entries);
    for (const [name, schema] of Object.entries(element.def.shape)) {
      if (!fields.has(canonicalSpelling(name))) continue;
      check(`${what} ${name}`, schema, record.get(name));
      record.delete(name);
    }
    if (record.size > 0) throw new Error(`${what} has undeclared fields.`);
  }
}

function check(what: string, schema: Schema, body: unknown): void {
  if (JSON.stringify(body)?.includes('{"pending":')) throw new Error(`${what} returns no id.`);
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Error(`${what} breaks the contract: ${parsed.error.message}`);
  // Parsing drops unknown fields, so an undeclared field shows up as a difference.
  deepStrictEqual(parsed.data, body, `${what} has undeclared fields`);
}
