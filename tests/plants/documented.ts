import document from "@asbuilt/contract/openapi.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Answered, isListAsCsv, patternOf, routeOf } from "./check-answer.ts";
import { chosenEntries, chosenFieldsOf } from "./chosen-fields.ts";

// The document is generated. Its inferred type lists every path, and none matters here.
const { paths } = document as unknown as { readonly paths: Readonly<Record<string, object>> };
// Most schemas are used a few times, so that their compilation costs more than what it would save.
const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addSchema(document, "document");

/** Returns the flaws of a value by the schema at this place in openapi.json. */
export function flawsOf(place: readonly string[], value: unknown): string | undefined {
  const tokens = place.map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1"));
  const pointer = tokens.map((token) => `/${encodeURIComponent(token)}`).join("");
  const isValid = ajv.getSchema(`document#${pointer}`);
  if (!isValid) throw new Error(`openapi.json has no schema at ${pointer}.`);
  if (isValid(value)) return undefined;
  const flaws = isValid.errors!.map(({ instancePath, message, params }) => {
    const field: unknown = params["additionalProperty"];
    return `${instancePath || "/"} ${message}${field === undefined ? "" : `: ${JSON.stringify(field)}`}`;
  });
  return flaws.join("; ");
}

const known = Object.keys(paths).map((path) => ({ path, pattern: patternOf(path) }));

/** Throws if a response differs from openapi.json, from which clients are generated. */
export function checkDocumented(method: string, path: string, answer: Answered): void {
  const { status, headers, body } = answer;
  const type = headers.get("Content-Type")?.split(";", 1)[0] ?? "";
  const found = known.find(({ pattern }) => pattern.test(path.split("?", 1)[0]!));
  const verb = method.toLowerCase();
  if (!found || !(verb in paths[found.path]!)) return;
  const what = `${method} ${path} ${status}`;
  const place = ["paths", found.path, verb, "responses", String(status), "content", type, "schema"];
  const route = routeOf(method, path);
  if (route && isListAsCsv(route, answer)) return;
  const fields = status === 200 && route ? chosenFieldsOf(route, path) : undefined;
  if (fields) return checkChosen(what, place, fields, body);
  const flaws = flawsOf(place, body);
  if (flaws !== undefined) throw new Error(`${what}: ${flaws}`);
}

/** Throws if the records of a list have a field that the request did not choose, or a wrong one. */
function checkChosen(
  what: string,
  place: readonly string[],
  fields: ReadonlySet<string>,
  body: unknown,
): void {
  const { $ref } = partAt([...place, "items"]) as { readonly $ref: string };
  const record = $ref.split("/").slice(1);
  for (const [name, value] of chosenEntries(what, fields, body).flat()) {
    const flaws = flawsOf([...record, "properties", name], value);
    if (flaws !== undefined) throw new Error(`${what}: ${name} ${flaws}`);
  }
}

const partAt = (place: readonly string[]): unknown =>
  place.reduce((part, key) => (part as Record<string, object>)[key]!, document as object);
