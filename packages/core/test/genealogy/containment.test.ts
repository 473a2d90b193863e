import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  record,
} from "fast-check";
import { expect, test } from "vitest";
import { containment } from "../../src/database/containment.ts";
import { reach } from "../../src/genealogy/links.ts";
import { databaseWith } from "../database/empty.ts";

/** Something that happened to two of a few items, at one of a few times. */
interface Step {
  readonly kind: "build" | "split" | "merge" | "removed build";
  readonly one: number;
  readonly other: number;
  readonly at: number;
}

const itemsMax = 6;
const items = Array.from({ length: itemsMax }, (_, index) => index + 1);
const step: Arbitrary<Step> = record({
  kind: constantFrom("build", "build", "split", "merge", "removed build"),
  one: integer({ min: 1, max: itemsMax }),
  other: integer({ min: 1, max: itemsMax }),
  at: integer({ min: 1, max: 5 }),
}).filter(({ one, other }) => one !== other);

/** The rows of steps that were recorded in this order. Item 1 can also be in itself, by a long way. */
const rowsOf = (steps: readonly Step[]) =>
  steps
    .map(({ kind, one, other, at }, index) => {
      const seq = index + 1;
      const logged = `insert into change_log
        (seq, operation_id, ordinal, at, entity, entity_id, rev_no, action, occurred_at)
        values (${seq}, '${seq}', 0, 9, 'Step', ${seq}, 1, 'updated', ${at});`;
      if (kind === "split" || kind === "merge") {
        return `${logged} insert into lot_transfer (seq, kind, from_id, to_id, qty)
          values (${seq}, '${kind}', ${one}, ${other}, 1);`;
      }
      const removed = kind === "build" ? 0 : 1;
      const removal = removed
        ? `insert into removal (seq, build_id, qty)
          select ${seq}, max(id), 1 from build;`
        : "";
      return `${logged} insert into build
        (seq, parent_id, child_id, bom_slot_id, candidate_id, qty, removed_qty)
        values (${seq}, ${other}, ${one}, 1, 1, 1, ${removed}); ${removal}`;
    })
    .join("\n");

type Pairs = readonly (readonly [item: number, other: number])[];

const inOrder = (pairs: Pairs) => pairs.map((pair) => pair.join(" in ")).toSorted();

test("what items contain is the same in SQL, in either direction, as in a structure", async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { database, context } = databaseWith(`pragma foreign_keys = off; ${rowsOf(steps)}`);
      const selected = (direction: "down" | "up", condition: string): Pairs => {
        const all = `select value as group_id, value as id from json_each('${JSON.stringify(items)}')`;
        const isFromTransfers = direction === "down";
        const rows = database
          .prepare(
            `with recursive ${containment({ table: "found", direction, start: all, isFromTransfers })}
            select distinct group_id as root, id from found where ${condition}`,
          )
          .all() as { root: number; id: number }[];
        return rows.map(({ root, id }) => [root, id]);
      };
      const structures = await Promise.all(
        items.map(async (root): Promise<Pairs> => {
          const asOf = { seq: steps.length };
          const { links } = await reach(context, [root], { direction: "down", asOf });
          const built = [...links.values()].flat().filter(({ kind }) => kind === "build");
          return [...new Set(built.map(({ toId }) => toId))].map((id) => [id, root]);
        }),
      );
      const below = selected("down", "seq is null").map(([root, id]) => [id, root] as const);
      expect(inOrder(below)).toEqual(inOrder(structures.flat()));
      expect(inOrder(selected("up", "seq is not -1"))).toEqual(inOrder(below));
    }),
    { numRuns: 300 },
  );
});
