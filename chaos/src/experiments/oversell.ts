import { consumption } from "@asbuilt/tests/assembly";
import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { callers, type Round, runRounds, type Tally } from "../crowd/rounds.ts";
import { requireDone, type Stage } from "../crowd/stages.ts";
import type { Experiment } from "../experiment.ts";

/** Crowds that want more than there is. */
export const oversell: Experiment = {
  promise:
    "However many build from the same material at once, no more is built than there is, and " +
    "nobody is refused for whom there was enough all the time.",
  rounds: { short: 4, long: 200 },
  run: (order) => runRounds(order, openOversellRounds),
};

/** What one caller asks for. Quantities are in hundredths, so that they add up exactly. */
interface Ask {
  readonly verb: "build" | "remove";
  readonly parent: string;
  readonly child: string;
  readonly qty: number;
}

/** A child as the crowd finds it. */
interface Child {
  readonly serial: string;
  readonly left: number;
  readonly revNo: number;
}

/** The products of a stage: a unit that is made of a material and of a part with serials. */
interface Ground {
  readonly stage: Stage;
  readonly unit: string;
  readonly material: string;
  readonly part: string;
}

interface Scene {
  readonly children: readonly Child[];
  readonly asks: readonly Ask[];
}
type Setting = (ground: Ground, parents: readonly string[], chance: Chance) => Promise<Scene>;

async function openOversellRounds(stage: Stage): Promise<Round> {
  const { plant } = stage;
  const { Name: material } = await plant.product({ InventoryDecimalPlaces: 2 });
  const { Name: part } = await plant.product();
  const { Name: unit } = await plant.product();
  const { name: bom } = await plant.bom({ parentProductName: unit });
  for (const product of [material, part]) {
    const candidates = [{ product, isActive: true, isDefault: true, qty: 1, minQty: 0 }];
    await plant.slot({ ParentProductName: unit, bom, candidates });
  }
  const ground = { stage, unit, material, part };
  return async (chance, number) => {
    const parents = await receiveChildren(stage, unit, 100, 1 + chance.below(8));
    const setting = settings[number % settings.length]!;
    const scene = await setting(
      ground,
      parents.map(({ serial }) => serial),
      chance,
    );
    const answers = await stage.crowd(scene.asks, sendAsk);
    return expectExact(stage, scene, answers);
  };
}

const sendAsk = (plant: PlantRequests, { verb, parent, child, qty }: Ask): Promise<Answer> =>
  verb === "build"
    ? consumption(plant, parent, child).build({ builtQty: qty / 100 })
    : consumption(plant, parent, child).remove({ removeQty: qty / 100 });

async function receiveChildren(
  stage: Stage,
  productName: string,
  left: number,
  count: number,
): Promise<Child[]> {
  const items = await stage.receive(count, { productName, qty: left / 100 });
  return items.map(({ visualSerialNo: serial, revNo }) => ({ serial, left, revNo }));
}

const sumOf = (asks: readonly Ask[]) => asks.reduce((sum, { qty }) => sum + qty, 0);

/** A share of what is asked for, so that some are served and some are not. */
const stockFor = (asked: number, chance: Chance) =>
  Math.max(1, Math.floor((asked * (5 + chance.below(60))) / 100));

const crowdOf = (of: () => Omit<Ask, "verb">): Ask[] =>
  Array.from({ length: callers }, () => ({ verb: "build", ...of() }));

/** All want as much of one lot as the others. */
const sameQty: Setting = (ground, parents, chance) => {
  const qty = 1 + chance.below(300);
  return fromLot(ground, chance, () => ({ parent: chance.pick(parents), qty }));
};

/** Each wants another quantity of one lot. */
const varied: Setting = (ground, parents, chance) =>
  fromLot(ground, chance, () => ({ parent: chance.pick(parents), qty: 1 + chance.below(300) }));

async function fromLot(
  { stage, material }: Ground,
  chance: Chance,
  of: () => Omit<Ask, "verb" | "child">,
): Promise<Scene> {
  const wanted = crowdOf(() => ({ child: "", ...of() }));
  const children = await receiveChildren(stage, material, stockFor(sumOf(wanted), chance), 1);
  const [{ serial: child }] = children as [Child];
  return { children, asks: wanted.map((ask) => ({ ...ask, child })) };
}

/** A few want each of several serials, of which there is one. */
const serials: Setting = async ({ stage, part }, parents, chance) => {
  const children = await receiveChildren(stage, part, 100, 2 + chance.below(callers / 2));
  const asks = crowdOf(() => ({
    parent: chance.pick(parents),
    child: chance.pick(children).serial,
    qty: 100,
  }));
  return { children, asks };
};

/** Some put back into the lot what was built of it, while the others build. */
const withRemovals: Setting = async ({ stage, material }, parents, chance) => {
  const wanted = crowdOf(() => ({
    parent: chance.pick(parents),
    child: "",
    qty: 1 + chance.below(300),
  })).map((ask): Ask => (chance.percent(25) ? { ...ask, verb: "remove" } : ask));
  const removals = wanted.filter(({ verb }) => verb === "remove");
  const builds = wanted.filter(({ verb }) => verb === "build");
  const before = sumOf(removals);
  const stock = stockFor(Math.max(1, sumOf(builds) - before), chance);
  const [lot] = (await receiveChildren(stage, material, before + stock, 1)) as [Child];
  const { serial: child } = lot;
  let { left, revNo } = lot;
  for (const parent of parents) {
    const qty = sumOf(removals.filter((removal) => removal.parent === parent));
    if (qty === 0) continue;
    const build = { verb: "build", parent, child, qty } as const;
    const body = requireDone(await patiently(() => sendAsk(stage.plant, build)));
    left -= qty;
    revNo = body.child.revNo;
  }
  const asks = wanted.map((ask) => ({ ...ask, child }));
  return { children: [{ serial: child, left, revNo }], asks };
};

const settings = [sameQty, varied, serials, withRemovals];

interface Answered {
  readonly ask: Ask;
  readonly answer: Answer;
}

/** Throws unless the answers tell of one order in which each was rightly served or refused. */
async function expectExact(
  { sql }: Stage,
  { children, asks }: Scene,
  answers: readonly Answer[],
): Promise<Tally> {
  const stored = new Map(
    (
      await sql(`select visual_serial_no as serial, actual_qty as actual, rev_no as revNo
        from material_item
        where visual_serial_no in (${children.map(({ serial }) => `'${serial}'`).join()})`)
    ).map((row) => [String(row["serial"]), row]),
  );
  const all = asks.map((ask, index): Answered => ({ ask, answer: answers[index]! }));
  for (const child of children) {
    const end = expectOrder(
      child,
      all.filter(({ ask }) => ask.child === child.serial),
    );
    const { actual, revNo } = stored.get(child.serial)!;
    if (Number(actual) === end.left * 10_000 && Number(revNo) === end.revNo) continue;
    const there = `${Number(actual) / 1_000_000} of ${child.serial} in revision ${Number(revNo)}`;
    throw new Error(`There is ${there}; the answers tell of ${stockText(end)}.`);
  }
  const done = answers.filter(({ status }) => status === 200).length;
  return { done, refused: answers.length - done };
}

const stockText = ({ left, revNo }: Pick<Child, "left" | "revNo">) =>
  `${left / 100} in revision ${revNo}`;

/** Adds up what one child's answers say, in the order of its revisions. */
function expectOrder(child: Child, all: readonly Answered[]): Child {
  const served = all
    .filter(({ answer }) => answer.status === 200)
    .toSorted((one, other) => one.answer.body.child.revNo - other.answer.body.child.revNo);
  let { left, revNo } = child;
  let least = left;
  for (const { ask, answer } of served) {
    left += ask.verb === "build" ? -ask.qty : ask.qty;
    revNo++;
    least = Math.min(least, left);
    const { actualQty, revNo: answered } = answer.body.child;
    if (left >= 0 && answered === revNo && Math.round(actualQty * 100) === left) continue;
    const said = `${actualQty} in revision ${answered}`;
    throw new Error(
      `${child.serial} was answered as ${said}, and must be ${stockText({ left, revNo })}.`,
    );
  }
  for (const { ask, answer } of all) {
    if (answer.status !== 200) expectDeserved(ask, answer, least);
  }
  return { serial: child.serial, left, revNo };
}

/** Throws unless a refusal says that there is too little, and there was at some time. */
function expectDeserved({ verb, child, qty }: Ask, { status, body }: Answer, least: number): void {
  const isTooLittle = status === 409 && body.code === "insufficient_quantity" && least < qty;
  const isUsedUp = status === 409 && body.code === "item_status" && least === 0;
  if (verb === "build" && (isTooLittle || isUsedUp)) return;
  throw new Error(
    `To ${verb} ${qty / 100} of ${child}, of which ${least / 100} was left at least, was ` +
      `answered ${status}: ${JSON.stringify(body)}`,
  );
}
