import { consumption } from "@asbuilt/tests/assembly";
import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";
import type { Answer } from "@asbuilt/tests/requests";
import { callers, type Round, runRounds, type Tally } from "../crowd/rounds.ts";
import { requireDone, type Stage } from "../crowd/stages.ts";
import type { Experiment } from "../experiment.ts";

/** Crowds that build items into each other. */
export const cycle: Experiment = {
  promise:
    "However many build items into each other at once, none ever contains itself, and only what " +
    "would close a cycle is refused.",
  rounds: { short: 4, long: 200 },
  run: (order) => runRounds(order, openCycleRounds),
};

/** A child that is built into a parent, both as indexes of items. */
interface Link {
  readonly child: number;
  readonly parent: number;
}

/** What is linked before the crowd comes, and what the crowd would link. */
interface Web {
  readonly items: number;
  readonly laid: readonly Link[];
  readonly asked: readonly Link[];
}

/** More of each item than all callers together take, so that only a cycle refuses them. */
const stock = 1000;

async function openCycleRounds(stage: Stage): Promise<Round> {
  const { plant } = stage;
  const { Name: productName } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: productName });
  const candidate = { product: productName, isActive: true, isDefault: true, qty: 1, minQty: 0 };
  await plant.slot({ ParentProductName: productName, bom, candidates: [candidate] });
  return async (chance, number) => {
    const web = number % 2 === 0 ? anyRings(chance) : anyTangle(chance);
    const items = await stage.receive(web.items, { productName, qty: stock });
    const send = (to: PlantRequests, { child, parent }: Link) =>
      consumption(to, items[parent]!.visualSerialNo, items[child]!.visualSerialNo).build();
    for (const answer of await stage.crowd(web.laid, send)) requireDone(answer);
    return expectNoCycle(stage, items, web, await stage.crowd(web.asked, send));
  };
}

interface Item {
  readonly id: number;
  readonly visualSerialNo: string;
}

/**
 * Rings of which 2 to 8 links are asked for at once, one by each caller. Some lie there already, so
 * that those who close the ring together may have no item in common.
 */
function anyRings(chance: Chance): Web {
  const laid: Link[] = [];
  const asked: Link[] = [];
  let items = 0;
  while (asked.length < callers) {
    const first = items;
    const left = callers - asked.length;
    const wanted = left <= 8 ? left : Math.min(2 + chance.below(7), left - 2);
    const isAsked = Array.from({ length: wanted }, () =>
      chance.percent(40) ? [true, false] : [true],
    ).flat();
    items += isAsked.length;
    for (const [index, isNew] of isAsked.entries()) {
      const parent = first + ((index + 1) % isAsked.length);
      (isNew ? asked : laid).push({ child: first + index, parent });
    }
  }
  return { items, laid, asked };
}

/** Few items, of which any may be asked to be built into any other. */
function anyTangle(chance: Chance): Web {
  const items = 2 + chance.below(7);
  const asked = Array.from({ length: callers }, (): Link => {
    const child = chance.below(items);
    return { child, parent: (child + 1 + chance.below(items - 1)) % items };
  });
  return { items, laid: [], asked };
}

/** Throws unless exactly what was acknowledged is linked, and the rest would have closed a cycle. */
async function expectNoCycle(
  stage: Stage,
  items: readonly Item[],
  { laid, asked }: Web,
  answers: readonly Answer[],
): Promise<Tally> {
  const linked = [...laid, ...asked.filter((_, index) => answers[index]!.status === 200)];
  await expectStored(stage, items, linked);
  const linkText = ({ child, parent }: Link) =>
    `${items[child]!.visualSerialNo} into ${items[parent]!.visualSerialNo}`;
  const parentsOf = Map.groupBy(linked, ({ child }) => child);
  for (const link of linked) {
    if (!isAbove(parentsOf, link.child, link.parent)) continue;
    const ring = linked.filter(
      ({ child, parent }) =>
        isAbove(parentsOf, child, link.child) && isAbove(parentsOf, link.child, parent),
    );
    throw new Error(`There is a cycle: ${ring.map(linkText).join("; ")}.`);
  }
  for (const [index, link] of asked.entries()) {
    const { status, body } = answers[index]!;
    const isCycle = status === 409 && body.code === "cycle";
    if (status === 200 || (isCycle && isAbove(parentsOf, link.child, link.parent))) continue;
    const answer = `${status}: ${JSON.stringify(body)}`;
    throw new Error(`${linkText(link)} closes no cycle, or none that is told: ${answer}`);
  }
  const done = linked.length - laid.length;
  if (done === asked.length) throw new Error("Nothing was refused: no ring was closed.");
  return { done, refused: asked.length - done };
}

/** Whether an item is above another one, or that very one. */
function isAbove(parentsOf: ReadonlyMap<number, readonly Link[]>, item: number, below: number) {
  const seen = new Set([below]);
  for (const at of seen) {
    for (const { parent } of parentsOf.get(at) ?? []) seen.add(parent);
  }
  return seen.has(item);
}

async function expectStored(
  { sql }: Stage,
  items: readonly Item[],
  linked: readonly Link[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  const rows = await sql(`
    select child_id || ' into ' || parent_id || ': ' || (sum(qty - removed_qty) / 1000000) as link
    from build where child_id in (${ids.join()}) group by child_id, parent_id`);
  const stored = rows.map(({ link }) => String(link)).toSorted();
  const names = linked.map(({ child, parent }) => `${ids[child]} into ${ids[parent]}`);
  const wanted = [...Map.groupBy(names, (name) => name)]
    .map(([name, same]) => `${name}: ${same.length}`)
    .toSorted();
  if (stored.join("; ") === wanted.join("; ")) return;
  throw new Error(`There is ${stored.join("; ")}; acknowledged was ${wanted.join("; ")}.`);
}
