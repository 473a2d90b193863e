import { array, assert, asyncProperty, oneof } from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { build, buildMany } from "../../src/consumption/build.ts";
import type { BuildInput } from "../../src/consumption/build.facts.ts";
import { removeBuilt, removeMany } from "../../src/consumption/remove.ts";
import type { RemoveInput } from "../../src/consumption/remove.facts.ts";
import type { Context } from "../../src/engine/context.ts";
import type { LineOutcome } from "../../src/engine/decide/work.ts";
import { Refusal } from "../../src/refusal.ts";
import { consumption, type Outcome, pumps, removal } from "./requests.ts";

let plant: ReturnType<typeof pumps>;
let context: Context;

beforeEach(() => {
  plant = pumps();
  ({ context } = plant);
});

const line = (builtQty: number, fields: Partial<BuildInput> = {}): BuildInput => ({
  parentSerialNo: "pump-1",
  childSerialNo: "lot-1",
  builtQty: builtQty * 1_000_000,
  receiveAtPointOfConsumption: false,
  ...fields,
});
const nest = (parentSerialNo: string, childSerialNo: string) =>
  line(1, { parentSerialNo, childSerialNo });
const received = (childSerialNo: string, productName: string, fields = {}) =>
  line(1, {
    childSerialNo,
    receiveAtPointOfConsumption: true,
    itemDetails: { productName },
    ...fields,
  });
const all = (...lines: BuildInput[]) => buildMany(context, { lines, atomic: true });
const each = (...lines: BuildInput[]) => buildMany(context, { lines, atomic: false });
const count = (table: string) => plant.rowsOf(table).length;

const answers = <Answer>(outcomes: readonly LineOutcome<Answer>[]): Answer[] =>
  outcomes.flatMap((outcome) => ("answer" in outcome ? outcome.answer : []));
const codeOrDone = <Answer>(outcome: LineOutcome<Answer>) =>
  "refused" in outcome ? outcome.refused.code : "done";

describe("a batch of all or none", () => {
  test("decides each line on the state that the lines before it left", async () => {
    const done = answers(await all(line(1), line(2), line(1)));
    expect(done.map(({ child }) => child.actualQty / 1_000_000)).toEqual([9, 7, 6]);
    expect(done.map(({ parent }) => parent.revNo)).toEqual([2, 3, 4]);
    expect(new Set(done.map(({ id }) => id)).size).toBe(3);
    expect([count("build"), count("change_log")]).toEqual([3, 6]);
  });

  test("writes nothing if a line is refused, and names the line", async () => {
    await expect(all(line(3), line(2))).rejects.toMatchObject({
      code: "over_maximum",
      extras: { members: { line: 1 }, errors: [{ pointer: "/lines/1/builtQty" }] },
    });
    expect([count("build"), count("change_log")]).toEqual([0, 0]);
  });

  test("refuses a line that closes a cycle, however long", async () => {
    const down = [nest("pump-1", "pump-2"), nest("pump-2", "pump-3")];
    for (const steps of [down, down.toReversed()]) {
      const closing = [...steps, nest("pump-3", "pump-1")];
      await expect(all(...closing)).rejects.toMatchObject({ code: "cycle" });
    }
    expect(count("build")).toBe(0);
    expect(await all(...down)).toHaveLength(2);
  });

  test("builds into and from items that an earlier line has received", async () => {
    const done = answers(
      await all(
        received("pump-9", "pump"),
        line(2, { parentSerialNo: "pump-9" }),
        received("lot-9", "seal", { parentSerialNo: "pump-9" }),
        received("lot-9", "seal", { parentSerialNo: "pump-2" }),
      ),
    );
    const [pump, , lot, again] = done;
    expect(done[1]!.parent).toMatchObject({ id: pump!.child.id, revNo: 2 });
    expect(lot!.parent.id).toBe(pump!.child.id);
    expect(again!.child).toMatchObject({ id: lot!.child.id, revNo: 2 });
    expect(count("adjustment")).toBe(1);
  });

  test("refuses a cycle through an item that it has received", async () => {
    const down = [received("pump-9", "pump"), nest("pump-9", "pump-2")];
    await expect(all(...down, nest("pump-2", "pump-1"))).rejects.toMatchObject({ code: "cycle" });
  });
});

test("an item is scrapped by the line that scraps the last of it", async () => {
  const taken = [4, 4, 2].map((qty, index) => ({ parent: `pump-${index + 1}`, qty }));
  await all(...taken.map(({ parent, qty }) => line(qty, { parentSerialNo: parent })));
  const lines = taken.map(({ parent, qty }) => ({
    parentSerialNo: parent,
    childSerialNo: "lot-1",
    removeQty: qty * 1_000_000,
    reasonSUID: "scrap",
  }));
  const done = answers(await removeMany(context, { lines, atomic: true }));
  expect(done.map(({ child }) => child.status)).toEqual(["consumed", "consumed", "scrapped"]);
});

test("in a batch of each, a line that is refused does not concern the others", async () => {
  const outcomes = await each(line(3), line(2), line(1), received("", "None"));
  expect(outcomes.map(codeOrDone)).toEqual(["done", "over_maximum", "done", "not_found"]);
  expect([count("build"), count("change_log")]).toEqual([2, 4]);
});

type Line = { readonly build: BuildInput } | { readonly remove: RemoveInput };

/** Sends lines in as few batches of `each` as their order allows, or one after the other. */
async function send(lines: readonly Line[], by: Context, isBatch: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let start = 0; start < lines.length;) {
    const isBuild = "build" in lines[start]!;
    const others = lines.slice(start).findIndex((one) => "build" in one !== isBuild);
    const end = !isBatch ? start + 1 : others < 0 ? lines.length : start + others;
    const run = lines.slice(start, end);
    const builds = run.flatMap((one) => ("build" in one ? one.build : []));
    const removals = run.flatMap((one) => ("remove" in one ? one.remove : []));
    if (isBatch) {
      const done = isBuild
        ? await buildMany(by, { lines: builds, atomic: false })
        : await removeMany(by, { lines: removals, atomic: false });
      outcomes.push(...done.map(comparable));
    } else {
      const one = isBuild ? build(by, builds[0]!) : removeBuilt(by, removals[0]!);
      outcomes.push(await one.then((answer) => ({ answer }), refused));
    }
    start = end;
  }
  return outcomes;
}

const comparable = (outcome: LineOutcome<unknown>): Outcome =>
  "refused" in outcome ? refused(outcome.refused) : { answer: outcome.answer };
const refused = (error: unknown): Outcome => ({ refused: String(error) });

test("a batch has the same result as its lines one after the other", async () => {
  // Several of one kind in a row, so that a batch has many lines.
  const runs = array(
    oneof(array(consumption, { maxLength: 6 }), array(removal, { maxLength: 4 })),
    {
      minLength: 1,
      maxLength: 4,
    },
  ).map((groups) =>
    groups
      .flat()
      .map((input): Line => ("builtQty" in input ? { build: input } : { remove: input })),
  );
  await assert(
    asyncProperty(runs, async (lines) => {
      const [batches, apart] = [pumps(), pumps()];
      const outcomes = await send(lines, batches.context, true);
      expect(outcomes).toEqual(await send(lines, apart.context, false));
      expect(batches.tableRows()).toEqual(apart.tableRows());
    }),
    { numRuns: 60 },
  );
});

describe("a batch that is sent again with its key", () => {
  const idempotency = { method: "PUT", path: "/", key: "k", nameHash: "0a", bodyHash: "0b" };

  test("gets the same answer line by line, and writes nothing more", async () => {
    const lines = [line(3), line(2), received("lot-9", "seal"), line(1, { childSerialNo: "none" })];
    let replays = 0;
    const keyed = { ...context, idempotency, onReplay: () => replays++ };
    const first = await buildMany(keyed, { lines, atomic: false });
    const left = plant.tableRows();
    expect(await buildMany(keyed, { lines, atomic: false })).toEqual(first);
    expect(first.map(codeOrDone)).toEqual(["done", "over_maximum", "done", "not_found"]);
    expect(plant.tableRows()).toEqual(left);
    expect(replays).toBe(1);
  });

  test("gets the same answer even if every line was refused", async () => {
    const keyed = { ...context, idempotency };
    const lines = [line(1, { parentSerialNo: "pump-4" })];
    const first = await buildMany(keyed, { lines, atomic: false });
    expect(first.map(codeOrDone)).toEqual(["not_found"]);
    await all(received("pump-4", "pump"));
    expect(await buildMany(keyed, { lines, atomic: false })).toEqual(first);
  });

  test("is not recorded if it wrote nothing because a line was refused", async () => {
    const keyed = { ...context, idempotency };
    const lines = [line(5)];
    for (let times = 0; times < 2; times++) {
      await expect(buildMany(keyed, { lines, atomic: true })).rejects.toBeInstanceOf(Refusal);
    }
    expect(count("keyed_answer")).toBe(0);
  });
});
