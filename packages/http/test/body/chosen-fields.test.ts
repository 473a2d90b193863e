import { operations, isPaged, ofWritesOnly } from "@asbuilt/contract";
import { describe, expect, test } from "vitest";
import type * as z from "zod";
import { fieldChooser } from "../../src/body/chosen-fields.ts";

const lists = operations.filter(
  ({ request }) => "query" in request && "fields" in request.query.shape,
);

test("each list in pages takes fields, except a document whose parts belong together", () => {
  const others = operations.filter((route) => isPaged(route) && !lists.includes(route as never));
  expect(others.map(({ operationId }) => operationId)).toEqual(["epcisQuery"]);
});

describe.for(lists)("of $operationId", (route) => {
  const choose = fieldChooser(route);
  // Each of these lists declares an array of objects.
  const [{ schema }] = Object.values(route.responses[200].content) as unknown as [
    {
      readonly schema: {
        readonly element: { readonly shape: Readonly<Record<string, z.ZodType>> };
      };
    },
  ];
  const all = Object.entries(schema.element.shape);
  const [ofWrites, fields] = [true, false].map((is) =>
    all.filter(([, field]) => Boolean(field.meta()?.[ofWritesOnly]) === is).map(([name]) => name),
  );
  const names = fields!;

  test("each field of its records can be chosen, and comes in the order of the contract", () => {
    expect(choose(names.toReversed())).toEqual({ fields: names, faults: [] });
    for (const name of names) expect(choose([name]).fields).toEqual([name]);
  });

  test("no other can", () => {
    expect(choose(["nonsense", names[0]!]).faults).toEqual([
      expect.stringMatching(/^nonsense: Unknown field\./),
    ]);
    for (const name of ofWrites!) expect(choose([name]).faults).toHaveLength(1);
  });
});
