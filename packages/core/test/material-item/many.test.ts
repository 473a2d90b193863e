import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  oneof,
  record,
  stringify,
  toStringMethod,
} from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { build } from "../../src/consumption/build.ts";
import type { Context } from "../../src/engine/context.ts";
import type { LineOutcome } from "../../src/engine/decide/work.ts";
import { adjustItem, type AdjustInput, adjustMany } from "../../src/material-item/adjust.ts";
import {
  dispatchItem,
  type DispatchInput,
  dispatchMany,
} from "../../src/material-item/dispatch.ts";
import { holdItem, type HoldInput, holdMany } from "../../src/material-item/hold.ts";
import { type MoveInput, moveItem, moveMany } from "../../src/material-item/move.ts";
import { receive, type ReceiveInput, receiveMany } from "../../src/material-item/receive.ts";
import { releaseItem, releaseMany } from "../../src/material-item/release.ts";
import { scrapItem, type ScrapInput, scrapMany } from "../../src/material-item/scrap.ts";
import { now, q } from "../consumption/plant.ts";
import { type Outcome, rowsIn } from "../engine/requests.ts";
import { openPlant } from "../plant.ts";

/** A plant with two lots of seals, and two pumps that contain seals of the first one. */
async function stocked() {
  const plant = openPlant();
  const { context } = plant;
  const stock: readonly [serial: string, product: string, qty: number][] = [
    ["Lot-1", "Seal", 10],
    ["Lot-2", "Seal", 5],
    ["Pump-1", "Pump", 1],
    ["Pump-2", "Pump", 1],
  ];
  for (const [visualSerialNo, productName, qty] of stock) {
    await receive(context, { visualSerialNo, productName, qty: q(qty), occurredAt: now - 10 });
  }
  for (const parentSerialNo of ["Pump-1", "Pump-2"]) {
    const line = { childSerialNo: "Lot-1", builtQty: q(1), receiveAtPointOfConsumption: false };
    await build(context, { parentSerialNo, ...line });
  }
  return plant;
}

let plant: Awaited<ReturnType<typeof stocked>>;
let context: Context;

beforeEach(async () => {
  plant = await stocked();
  ({ context } = plant);
});

const answers = <Answer>(outcomes: readonly LineOutcome<Answer>[]): Answer[] =>
  outcomes.flatMap((outcome) => ("answer" in outcome ? outcome.answer : []));
const codeOrDone = (outcome: LineOutcome<unknown>) =>
  "refused" in outcome ? outcome.refused.code : "done";
const logged = () =>
  plant.rows("select entity_id, rev_no, action from change_log where entity = 'MaterialItem'");

// Random lines of each verb. Some refer to parts that an earlier line has taken off.

const serial = oneof(
  { arbitrary: constantFrom("Lot-1", "Part-1"), weight: 4 },
  constantFrom("LOT-1", "Lot-2", "Pump-1", "Part-2", "none"),
);
const item = {
  visualSerialNo: serial,
  comment: constantFrom(null, "Why"),
  occurredAt: constantFrom(null, null, null, null, now - 5, now - 20, now + 1),
};
const part = oneof(
  {
    arbitrary: record({ qty: constantFrom(null), newVisualSerialNo: constantFrom(null) }),
    weight: 2,
  },
  record({
    qty: integer({ min: 1, max: 4 }).map(q),
    newVisualSerialNo: constantFrom("Part-1", "Part-2", "part-2"),
  }),
);
const partly = <Fields extends object>(lines: Parameters<typeof record<Fields>>[0]) =>
  array(record({ line: record(lines), part }), { maxLength: 6 }).map((all) =>
    all.map((one) => ({ ...one.line, ...one.part })),
  );

interface Lines {
  readonly one: (context: Context, index: number) => Promise<unknown>;
  readonly many: (context: Context) => Promise<readonly LineOutcome<unknown>[]>;
  readonly count: number;
  /** Shows the lines in a counterexample. */
  [toStringMethod](): string;
}

/** Makes lines of a verb that can be sent one by one, or as a batch of each. */
const linesOf =
  <Input>(
    action: string,
    one: (by: Context, input: Input) => Promise<unknown>,
    many: (
      by: Context,
      batch: { lines: readonly Input[] },
    ) => Promise<readonly LineOutcome<unknown>[]>,
  ) =>
  (lines: readonly Input[]): Lines => ({
    one: (by, index) => one(by, lines[index]!),
    many: (by) => many(by, { lines }),
    count: lines.length,
    [toStringMethod]: () => `${action} ${stringify(lines)}`,
  });

const reasonSUID = constantFrom("count", "count", "CORRECTION", "past");
const groups = oneof(
  partly<HoldInput>({ ...item, holdReason: constantFrom("quality", "quality", "old") }).map(
    linesOf("Hold", holdItem, holdMany),
  ),
  array(record(item), { maxLength: 4 }).map(linesOf("Release", releaseItem, releaseMany)),
  partly<MoveInput>({ ...item, location: constantFrom("EAST", "EAST", "MAIN", "SHUT") }).map(
    linesOf("Move", moveItem, moveMany),
  ),
  partly<ScrapInput>({ ...item, reasonSUID }).map(linesOf("Scrap", scrapItem, scrapMany)),
  partly<DispatchInput>({ ...item, allowHeld: boolean() }).map(
    linesOf("Dispatch", dispatchItem, dispatchMany),
  ),
  array(
    record<AdjustInput>({
      id: integer({ min: 1, max: 7 }),
      qty: integer({ min: -12, max: 3 }).map(q),
      reasonSUID,
    }),
    { maxLength: 6 },
  ).map(linesOf("ItemAdjust", adjustItem, adjustMany)),
  array(
    record<ReceiveInput>({
      productName: constantFrom("Seal", "Gone", "Pump"),
      visualSerialNo: constantFrom("New-1", "new-1", "Part-1", "Lot-2"),
      qty: integer({ min: 1, max: 3 }).map(q),
    }),
    { maxLength: 4 },
  ).map(linesOf("Receive", receive, receiveMany)),
);

const comparable = (outcome: LineOutcome<unknown>): Outcome =>
  "refused" in outcome ? refused(outcome.refused) : answered(outcome.answer);
// Fields that an item was read with for a decision are in no response.
const unshown = new Set(["hold", "bomVersionId", "bomVersionRevNo"]);
const answered = (answer: unknown): Outcome => ({
  answer: JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (unshown.has(key) ? undefined : value)),
  ) as unknown,
});
const refused = (error: unknown): Outcome => ({ refused: String(error) });

test("many, or several that wait together, have the same result as one after the other", async () => {
  await assert(
    asyncProperty(array(groups, { minLength: 1, maxLength: 5 }), async (sent) => {
      const [batches, together, apart] = [await stocked(), await stocked(), await stocked()];
      const sendOne = ({ one }: Lines, by: Context, index: number) =>
        one(by, index).then(answered, refused);
      for (const lines of sent) {
        if (lines.count === 0) continue;
        const expected: Outcome[] = [];
        for (let index = 0; index < lines.count; index++) {
          expected.push(await sendOne(lines, apart.context, index));
        }
        expect((await lines.many(batches.context)).map(comparable)).toEqual(expected);
        const all = Array.from({ length: lines.count }, (_, index) =>
          sendOne(lines, together.plain, index),
        );
        expect(await Promise.all(all)).toEqual(expected);
      }
      for (const table of ["material_item", "adjustment", "lot_transfer", "change_log"]) {
        const rows = rowsIn(apart.database)(table);
        expect(rowsIn(batches.database)(table)).toEqual(rows);
        expect(rowsIn(together.database)(table)).toEqual(rows);
      }
    }),
    { numRuns: 60 },
  );
});

describe("a line sees what the lines before it did", () => {
  test("a held item is on hold in the units that a later line lists", async () => {
    const lines = ["Pump-2", "Lot-1"].map((visualSerialNo) => ({
      visualSerialNo,
      holdReason: "quality",
    }));
    const [, lot] = answers(await holdMany(context, { lines, atomic: true }));
    expect(lot!.whereUsed?.map((top) => [top.visualSerialNo, top.holdReason])).toEqual([
      ["Pump-1", null],
      ["Pump-2", "The QUALITY"],
    ]);
    expect(lot!.whereUsedCount).toBe(2);
  });

  test("a unit that a part used up is listed as consumed by a later line", async () => {
    const lines = [
      { visualSerialNo: "Pump-2", qty: q(1), newVisualSerialNo: "Part-1", holdReason: "quality" },
      { visualSerialNo: "Lot-1", holdReason: "quality" },
    ];
    const [, lot] = answers(await holdMany(context, { lines, atomic: true }));
    expect(lot!.whereUsed?.map((top) => [top.visualSerialNo, top.status, top.holdReason])).toEqual([
      ["Pump-1", "The AVAILABLE", null],
      ["Pump-2", "The CONSUMED", null],
    ]);
  });

  test("a move that changes nothing leaves the revision to the next line", async () => {
    const move = (location: string) => ({ visualSerialNo: "Lot-2", location });
    const lines = [move("MAIN"), move("EAST"), move("EAST"), move("MAIN")];
    const done = answers(await moveMany(context, { lines, atomic: true }));
    expect(done.map(({ revNo }) => revNo)).toEqual([1, 2, 2, 3]);
    expect(logged().filter(([, , action]) => action === "moved")).toEqual([
      [2, 2, "moved"],
      [2, 3, "moved"],
    ]);
  });

  test("a part is divided again, and its lot gives no more than it has", async () => {
    const take = (visualSerialNo: string, qty: number, newVisualSerialNo: string) => ({
      visualSerialNo,
      qty: q(qty),
      newVisualSerialNo,
      location: "EAST",
    });
    const lines = [
      take("Lot-2", 4, "Part-1"),
      take("Lot-2", 2, "Part-2"),
      take("PART-1", 1, "Part-2"),
      take("Lot-2", 1, "part-1"),
    ];
    const outcomes = await moveMany(context, { lines });
    expect(outcomes.map(codeOrDone)).toEqual([
      "done",
      "insufficient_quantity",
      "done",
      "duplicate",
    ]);
    const [first, second] = answers(outcomes);
    expect(second).toMatchObject({ id: first!.id + 1, lot: { id: first!.id, actualQty: q(3) } });
  });

  test("a serial that is received twice is a duplicate, of an item that has no id yet", async () => {
    const line = { productName: "Seal", visualSerialNo: "New-1", qty: q(1) };
    const outcomes = await receiveMany(context, {
      lines: [line, { ...line, visualSerialNo: "NEW-1" }, { ...line, visualSerialNo: "Lot-1" }],
    });
    expect(outcomes.map(codeOrDone)).toEqual(["done", "duplicate", "duplicate"]);
    const items = outcomes.map((one) => "refused" in one && one.refused.extras.members?.item?.id);
    expect(items).toEqual([false, undefined, 1]);
  });
});

test("a line of a hold lists ten units, and counts all", async () => {
  await receive(context, { productName: "Seal", visualSerialNo: "Lot-3", qty: q(12) });
  for (let nth = 3; nth <= 14; nth++) {
    const visualSerialNo = `Pump-${nth}`;
    await receive(context, { productName: "Pump", visualSerialNo, qty: q(1) });
    const line = { childSerialNo: "Lot-3", builtQty: q(1), receiveAtPointOfConsumption: false };
    await build(context, { parentSerialNo: visualSerialNo, ...line });
  }
  const lot = { visualSerialNo: "Lot-3", holdReason: "quality" };
  const [held] = answers(await holdMany(context, { lines: [lot] }));
  expect([held!.whereUsed?.length, held!.whereUsedCount]).toEqual([10, 12]);
  await releaseItem(context, lot);
  expect((await holdItem(context, lot)).whereUsed).toHaveLength(12);
});

test("a batch relies on the contents of each unit that it dispatches", async () => {
  const lines = ["Pump-1", "Pump-2"].map((visualSerialNo) => ({ visualSerialNo }));
  await dispatchMany(context, { lines, atomic: true });
  const contents = plant.relied().filter((one) => String((one as unknown[])[0]).startsWith("from"));
  expect(contents.map((one) => (one as unknown[]).slice(1))).toEqual([
    [3, 0, 0],
    [4, 0, 0],
  ]);
});
