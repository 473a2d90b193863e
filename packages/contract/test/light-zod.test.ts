import { expect, test, vi } from "vitest";
import type { ZodType } from "zod";
import type { Operation } from "../src/route.ts";

/** Loads a separate copy of the contract's modules, with zod or with the Worker's replacement. */
async function contractOf(zod: () => Promise<unknown>) {
  vi.resetModules();
  vi.doMock("zod", zod);
  const contract = await import("../src/index.ts");
  vi.doUnmock("zod");
  return contract;
}
const whole = await contractOf(() => vi.importActual("zod"));
const light = await contractOf(() => import("../src/light-zod.ts"));

const lightOperations = new Map<string, Operation>(
  light.operations.map((operation) => [operation.operationId, operation]),
);

interface Content {
  readonly schema: ZodType;
  readonly example: unknown;
}
const jsonOf = (part: unknown): Content | undefined =>
  (part as { content?: Record<string, Content> } | undefined)?.content?.["application/json"];

const examples = {
  params: { id: "17" },
  query: { limit: "10", cursor: "5" },
  headers: { "Idempotency-Key": "a name" },
};

/** The query of an upload names its file, and no page. */
const uploadExamples = {
  ...examples,
  query: { entity: "MaterialItem", entityID: "17", fileName: "weld.jpg" },
};

/** Returns the schemas of an operation by their place, each with an example. */
function schemasOf({ operationId, request, responses }: Operation): Map<string, Content> {
  const sent: Readonly<Record<string, unknown>> = { ...request };
  const schemas = new Map<string, Content>();
  const given = operationId === "attachmentUpload" ? uploadExamples : examples;
  for (const [part, example] of Object.entries(given)) {
    if (sent[part]) schemas.set(part, { schema: sent[part] as ZodType, example });
  }
  const body = jsonOf(sent["body"]);
  if (body) schemas.set("body", body);
  const answer = jsonOf(responses[200]);
  if (answer) schemas.set("answer", answer);
  return schemas;
}

/** The replacements for each value of an example: wrong types, and values at a limit. */
const others: readonly unknown[] = [
  null,
  undefined,
  true,
  0,
  1,
  -1,
  1.5,
  0.0000001,
  999_999_999.999999,
  1e10,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "\uFEFF 1.0\r\n",
  "1\u200B0",
  "12",
  "1.0",
  "2026-02-30",
  "2026-01-31",
  "2026-01-31T08:00:00+02:00",
  "x".repeat(51),
  "é".repeat(126),
  "x".repeat(4001),
  [],
  [{}],
  ["a", "a"],
  {},
  { unknown: 1 },
  { major: 1, minor: 0 },
];

/** Yields the value, and variants with each part removed, replaced, or next to a surplus one. */
function* variantsOf(value: unknown): Generator {
  yield value;
  yield* others;
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const one of variantsOf(value[0])) yield [one, ...value.slice(1)];
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const one of variantsOf(part)) yield { ...rest, [key]: one };
    }
  }
}

const ownSentence = /^(?!Invalid|Expected|Too |Unrecognized)[\dA-Za-z].*\.$/;

const calendar = {
  startOf: (day: number) => day,
  endOf: (day: number) => day + 0.5,
  now: () => 1e9,
};
const parsed = ({ parseWith }: typeof whole, schema: ZodType, value: unknown) => {
  const { success, data, error } = parseWith(schema, value, calendar);
  return success ? { data } : { issues: error.issues };
};

test.each(whole.operations.map((operation) => [operation.operationId, operation] as const))(
  "the Worker parses requests and responses of %s as Node does",
  (operationId, operation) => {
    const lightSchemas = schemasOf(lightOperations.get(operationId)!);
    for (const [part, { schema, example }] of schemasOf(operation)) {
      const ofWorker = lightSchemas.get(part)!.schema;
      let accepted = 0;
      for (const value of variantsOf(example)) {
        const expected = parsed(whole, schema, value);
        if ("data" in expected) accepted++;
        else if (part !== "answer") {
          // A sentence of the contract, and not the words of zod.
          for (const { message } of expected.issues) expect(message).toMatch(ownSentence);
        }
        expect(parsed(light, ofWorker, value), `${part} ${JSON.stringify(value)}`).toEqual(
          expected,
        );
      }
      expect(accepted, part).toBeGreaterThan(0);
    }
  },
);

test("a schema of the Worker differs from that of Node, and has fewer methods", () => {
  const made = light.idempotencyKey();
  expect(made).not.toBeInstanceOf(whole.idempotencyKey().constructor);
  expect("toJSONSchema" in made).toBe(false);
  expect("toJSONSchema" in whole.idempotencyKey()).toBe(true);
});
