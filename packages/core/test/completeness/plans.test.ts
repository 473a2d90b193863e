import { expect, test } from "vitest";
import { factsOfUnits } from "../../src/completeness/facts.ts";
import { type Absence, guardsOf } from "../../src/engine/reliance.ts";
import { loadComplete } from "../../src/works-order/complete.facts.ts";
import { emptyDatabase } from "../database/empty.ts";
import { queryPlanOf } from "../database/plan.ts";

const database = emptyDatabase();
const guardOf = (...absences: Absence[]) => guardsOf([{ asserts: [], absences }])[0]!;

test.each([
  ["of one unit", factsOfUnits([{ visualSerialNo: "A" }]).contents],
  ["of several units", factsOfUnits([{ id: 1 }, { id: 2 }]).contents],
  ["of an order", loadComplete([{ id: 1 }]).contents],
  ["of one unit, in a guard", guardOf(["flaggedContents", 1, 0, 0])],
  [
    "of several units, in a guard",
    guardOf(["flaggedContents", 1, 0, 0], ["flaggedContents", 2, 0, 1]),
  ],
  ["of an order, in a guard", guardOf(["flaggedContentsOfOrder", 1, 0, 0])],
])("the flagged contents %s are found once, and not for each row", (_of, statement) => {
  const plan = queryPlanOf(database, statement).join("\n");
  expect(plan).toMatch(/SEARCH build USING .*parent_id=\?/);
  expect(plan).not.toContain("CORRELATED");
});
