import { describe, expect, test } from "vitest";
import {
  type IdAndName,
  isNamedInAnyCase,
  noFaults,
  refuseContradictions,
  refuseMissing,
  resolveReference,
  type SentReference,
} from "../../src/rules/id-and-name.ts";
import { refusalDetails } from "../refused.ts";

interface Currency {
  readonly id: number;
  readonly name: string;
}
const records: readonly Currency[] = [
  { id: 1, name: "USD" },
  { id: 2, name: "EUR" },
  { id: 3, name: "JPY" },
];
const stored = { id: 1, name: "USD" };

const resolve = (
  sent: IdAndName,
  before: IdAndName | undefined = stored,
  how: Partial<SentReference<Currency>> = {},
) => {
  const faults = noFaults();
  const resolved = resolveReference(
    {
      noun: "currency",
      records,
      stored: before,
      sent,
      pointers: { id: "/lines/0/currencyID", name: "/lines/0/currency" },
      nameOf: ({ name }) => name,
      ...how,
    },
    faults,
  );
  refuseMissing(faults);
  refuseContradictions(faults);
  return resolved;
};
const idOf = ({ record }: ReturnType<typeof resolve>) => record?.id ?? null;
const inAnyCase = { isNamed: isNamedInAnyCase };

describe("a stored reference", () => {
  test.for<IdAndName>([{}, { id: 1 }, { name: "USD" }, { id: 1, name: "USD" }])(
    "is kept by %j",
    (sent) => {
      const isSent = Object.keys(sent).length > 0;
      expect(resolve(sent)).toMatchObject({ isSent, isChanged: false, record: stored });
    },
  );

  test("is kept by its name in another case, where case does not matter", () => {
    expect(resolve({ id: 1, name: "usd" }, stored, inAnyCase).isChanged).toBe(false);
    expect(resolve({ name: "usd" }, stored, inAnyCase).isChanged).toBe(false);
  });

  test.for<[sent: IdAndName, id: number | null, pointer: string]>([
    [{ id: 2 }, 2, "currencyID"],
    [{ name: "EUR" }, 2, "currency"],
    [{ id: 2, name: "USD" }, 2, "currencyID"],
    [{ id: 1, name: "EUR" }, 2, "currency"],
    [{ id: 2, name: "EUR" }, 2, "currencyID"],
    [{ id: null }, null, "currencyID"],
    [{ name: null }, null, "currency"],
    [{ name: "" }, null, "currency"],
    [{ id: null, name: "USD" }, null, "currencyID"],
    [{ id: 1, name: "" }, null, "currency"],
    [{ id: null, name: null }, null, "currencyID"],
  ])("is changed by %j to %s, by the field that changed", ([sent, id, field]) => {
    const resolved = resolve(sent);
    expect([idOf(resolved), resolved.isChanged]).toEqual([id, true]);
    expect(resolved.pointer).toBe(`/lines/0/${field}`);
  });

  test.for<[sent: IdAndName, words: string]>([
    [{ id: 2, name: "JPY" }, "currencyID 2 and currency JPY"],
    [{ id: null, name: "EUR" }, "currencyID null and currency EUR"],
    [{ id: 2, name: "" }, "currencyID 2 and currency null"],
  ])("is refused where %j changes both, to different records", ([sent, words]) => {
    const detail =
      `${words} are not of one record. ` +
      "Where both are new, they must be. Where only one is, it counts.";
    expect(refusalDetails(() => resolve(sent))).toEqual({
      code: "details_contradict",
      message: detail,
      errors: [
        { pointer: "/lines/0/currencyID", detail },
        { pointer: "/lines/0/currency", detail },
      ],
    });
  });

  test.for<[sent: IdAndName, ...missing: [field: string, detail: string][]]>([
    [{ id: 9 }, ["currencyID", "No currency has the id 9."]],
    [{ id: 9, name: "USD" }, ["currencyID", "No currency has the id 9."]],
    [{ id: 1, name: "XXX" }, ["currency", "No currency is named XXX."]],
    [{ name: "usd" }, ["currency", "No currency is named usd."]],
    [
      { id: 9, name: "XXX" },
      ["currencyID", "No currency has the id 9."],
      ["currency", "No currency is named XXX."],
    ],
    [{ id: 2, name: "XXX" }, ["currency", "No currency is named XXX."]],
  ])("is refused where %j names nothing", ([sent, ...missing]) => {
    const errors = missing.map(([field, detail]) => ({ pointer: `/lines/0/${field}`, detail }));
    expect(refusalDetails(() => resolve(sent))).toMatchObject({ code: "not_found", errors });
  });
});

describe("a new record, or one without a reference", () => {
  test.for<[before: IdAndName | undefined, sent: IdAndName, id: number | null]>([
    [undefined, { name: "EUR" }, 2],
    [undefined, { id: 2 }, 2],
    [undefined, { id: 2, name: "EUR" }, 2],
    [undefined, { id: null, name: "EUR" }, 2],
    [undefined, {}, null],
    [{ id: null, name: null }, { id: null, name: "EUR" }, 2],
    [{ id: null, name: null }, { id: 2, name: null }, 2],
    [{ id: null, name: null }, { id: null, name: "" }, null],
  ])("%j with %j refers to %s", ([before, sent, id]) => {
    const resolved = resolveReference(
      {
        noun: "currency",
        records,
        stored: before,
        sent,
        pointers: { id: "/id", name: "/name" },
        nameOf: ({ name }) => name,
      },
      noFaults(),
    );
    expect(idOf(resolved)).toBe(id);
    expect(resolved.isChanged).toBe(id !== null);
  });

  test("is refused with an id and a name of different records", () => {
    const none = { id: null, name: null };
    expect(refusalDetails(() => resolve({ id: 1, name: "EUR" }, none)).code).toBe(
      "details_contradict",
    );
  });
});

test("a record without a name has the name null", () => {
  const nameless = { nameOf: ({ id, name }: Currency) => (id === 3 ? null : name) };
  expect(idOf(resolve({ id: 3, name: null }, stored, nameless))).toBe(3);
  expect(refusalDetails(() => resolve({ id: 2, name: null }, stored, nameless)).code).toBe(
    "details_contradict",
  );
  expect(idOf(resolve({ id: 3, name: "USD" }, stored, nameless))).toBe(3);
  const kept = resolve({ id: 3, name: null }, { id: 3, name: null }, nameless);
  expect(kept).toMatchObject({ isChanged: false, record: { id: 3 } });
});
