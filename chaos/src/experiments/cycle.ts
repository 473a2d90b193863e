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
    "When many callers build items into each other together, no item ever contains itself, and " +
    "only a build that would close a cycle is refused.",
  rounds: { short: 2, long: 200 },
  run: (order) => runRounds(order, openCycleRounds),
};

/** A child that is built into a parent, both as indexes of items. */
interface Link {
  readonly child: number;
  readonly parent: number;
}

/** The links before the crowd comes, and the links that the crowd requests. */
interface Web {
  readonly items: number;
  readonly laid: readonly Link[];
  readonly requested: readonly Link[];
}

/** The stock of each item. It exceeds all requests, so only a cycle can refuse one. */
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
    return expectNoCycle(stage, items, web, await stage.crowd(web.requested, send));
  };
}

interface Item {
  readonly id: number;
  readonly visualSerialNo: string;
}

/**
 * Makes rings whose 2 to 8 missing links the callers request together, one each. Other links exist
 * already, so callers that close a ring together can have no item in common.
 */
function anyRings(chance: Chance): Web {
  const laid: Link[] = [];
  const requested: Link[] = [];
  let items = 0;
  while (requested.length < callers) {
    const first = items;
    const left = callers - requested.length;
    const wanted = left <= 8 ? left : Math.min(2 + chance.below(7), left - 2);
    const isNewLink = Array.from({ length: wanted }, () =>
      chance.percent(40) ? [true, false] : [true],
    ).flat();
    items += isNewLink.length;
    for (const [index, isNew] of isNewLink.entries()) {
      const parent = first + ((index + 1) % isNewLink.length);
      (isNew ? requested : laid).push({ child: first + index, parent });
    }
  }
  return { items, laid, requested };
}

/** Makes random requests to build any of a few items into any other. */
function anyTangle(chance: Chance): Web {
  const items = 2 + chance.below(7);
  const requested = Array.from({ length: callers }, (): Link => {
    const child = chance.below(items);
    return { child, parent: (child + 1 + chance.below(items - 1)) % items };
  });
  return { items, laid: [], requested };
}

/** Throws unless exactly the acknowledged links exist, and the others would have closed a cycle. */
async function expectNoCycle(
  stage: Stage,
  items: readonly Item[],
  { laid, requested }: Web,
  answers: readonly Answer[],
): Promise<Tally> {
  const linked = [...laid, ...requested.filter((_, index) => answers[index]!.status === 200)];
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
  for (const [index, link] of requested.entries()) {
    const { status, body } = answers[index]!;
    const isCycle = status === 409 && body.code === "cycle";
    if (status === 200 || (isCycle && isAbove(parentsOf, link.child, link.parent))) continue;
    const answer = `${status}: ${JSON.stringify(body)}`;
    throw new Error(`${linkText(link)} closes no cycle, or was not refused as one: ${answer}`);
  }
  const done = linked.length - laid.length;
  if (done === requested.length) throw new Error("Nothing was refused: no ring was closed.");
  return { done, refused: requested.length - done };
}

/** Returns whether an item is above another one or is the same item. */
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
  throw new Error(`Stored: ${stored.join("; ")}. Acknowledged: ${wanted.join("; ")}.`);
}
