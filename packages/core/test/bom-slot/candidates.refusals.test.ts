import { describe, expect, test } from "vitest";
import type { CandidateInput } from "../../src/bom-slot/candidates.ts";
import { scale } from "../../src/values/decimal.ts";
import { refusalDetails } from "../refused.ts";
import { at, fresh, merge, other, stored } from "./candidates.ts";

describe("a refusal", () => {
  const range = 'The candidate Seal of "Shaft seal" would have a minimum of';
  const built = stored({ builds: 4 });
  const errorAt = (field: string, detail: string) => ({ errors: [{ pointer: at(field), detail }] });

  test.for<[string, CandidateInput, object]>([
    [
      "inactive",
      fresh({ product: "Gone" }),
      {
        message: "The product Gone is not active.",
        ...errorAt("product", "The product Gone is not active."),
      },
    ],
    [
      "inactive",
      fresh({ useUom: "gross" }),
      {
        message: "The unit gross is not active.",
        ...errorAt("useUom", "The unit gross is not active."),
      },
    ],
    [
      "quantity_range",
      { id: 10, minQty: 2.5 * scale },
      {
        message: `${range} 2.5 each, a quantity of 2 each and a maximum of 3 each.`,
        ...errorAt("minQty", "At most qty."),
      },
    ],
    [
      "quantity_range",
      { id: 10, minQty: 2.5 * scale, maxQty: null },
      {
        message: `${range} 2.5 each, a quantity of 2 each and no maximum.`,
        ...errorAt("minQty", "At most qty."),
      },
    ],
    [
      "quantity_range",
      { id: 10, maxQty: scale },
      {
        message: `${range} 1 each, a quantity of 2 each and a maximum of 1 each.`,
        ...errorAt("maxQty", "At least qty."),
      },
    ],
    [
      "fixed",
      { id: 10, product: "Ring", version: "C" },
      {
        message:
          'The candidate Seal of "Shaft seal" has builds: ' +
          "its product and version can't change. Add another candidate instead.",
        errors: [
          { pointer: at("product"), detail: "Fixed since the first build." },
          { pointer: at("version"), detail: "Fixed since the first build." },
        ],
        members: { counts: { builds: 4 } },
      },
    ],
    [
      "unit_mismatch",
      fresh({ useUom: "kg" }),
      {
        message: "kg measures mass, but Ring is kept in each, which measures count.",
        ...errorAt("useUom", "kg measures mass, but Ring is kept in each, which measures count."),
      },
    ],
    [
      "unit_mismatch",
      fresh({ product: "Tube", useUom: "mile", qty: 999_999_999 * scale }),
      {
        message: "999999999 mile is too large in m.",
        ...errorAt("qty", "999999999 mile is too large in m."),
      },
    ],
    [
      "duplicate",
      fresh({ product: "Seal" }),
      {
        message: "The slot already has a candidate of Seal, any version.",
        ...errorAt("product", "The slot already has a candidate of Seal, any version."),
      },
    ],
    [
      "duplicate",
      fresh({ product: "Seal", version: "B" }),
      {
        message: "The slot already has a candidate of Seal, version B.",
        ...errorAt("product", "The slot already has a candidate of Seal, version B."),
      },
    ],
  ])("says %s of %j", ([code, given, expected]) => {
    expect(refusalDetails(() => merge([given], [built, other()]))).toEqual({ code, ...expected });
  });
});
