import { consumption } from "@asbuilt/tests/assembly";
import type { Chance } from "@asbuilt/tests/chance";
import type { PlantRequests } from "@asbuilt/tests/factories";
import { patiently } from "@asbuilt/tests/patiently";
import type { Answer } from "@asbuilt/tests/requests";
import { callers, type Round, runRounds, type Tally } from "../crowd/rounds.ts";
import { requireDone, type Stage } from "../crowd/stages.ts";
import type { Experiment } from "../experiment.ts";

/** Crowds that request more than the stock. */
export const oversell: Experiment = {
  promise:
    "When many callers build from the same material together, no more is built than there is, " +
    "and no caller is refused if there was always enough for it.",
  rounds: { short: 2, long: 200 },
  run: (order) => runRounds(order, openOversellRounds),
};

/** The request of one caller. Quantities are in hundredths, so that they add up exactly. */
interface CallerRequest {
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

/** The products of a stage: a unit, and the material and the serialised part that it is made of. */
interface Ground {
  readonly stage: Stage;
  readonly unit: string;
  readonly material: string;
  readonly part: string;
}

interface Scene {
  readonly children: readonly Child[];
  readonly requests: readonly CallerRequest[];
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
    const answers = await stage.crowd(scene.requests, sendCallerRequest);
    return expectExact(stage, scene, answers);
  };
}

const sendCallerRequest = (
  plant: PlantRequests,
  { verb, parent, child, qty }: CallerRequest,
): Promise<Answer> =>
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

const sumOf = (requests: readonly CallerRequest[]) =>
  requests.reduce((sum, { qty }) => sum + qty, 0);

/** Returns a share of the requested quantity, so that only some callers are served. */
const stockFor = (requested: number, chance: Chance) =>
  Math.max(1, Math.floor((requested * (5 + chance.below(60))) / 100));

const crowdOf = (of: () => Omit<CallerRequest, "verb">): CallerRequest[] =>
  Array.from({ length: callers }, () => ({ verb: "build", ...of() }));

/** All callers request the same quantity of one lot. */
const sameQty: Setting = (ground, parents, chance) => {
  const qty = 1 + chance.below(300);
  return fromLot(ground, chance, () => ({ parent: chance.pick(parents), qty }));
};

/** The callers request different quantities of one lot. */
const varied: Setting = (ground, parents, chance) =>
  fromLot(ground, chance, () => ({ parent: chance.pick(parents), qty: 1 + chance.below(300) }));

async function fromLot(
  { stage, material }: Ground,
  chance: Chance,
  of: () => Omit<CallerRequest, "verb" | "child">,
): Promise<Scene> {
  const wanted = crowdOf(() => ({ child: "", ...of() }));
  const children = await receiveChildren(stage, material, stockFor(sumOf(wanted), chance), 1);
  const [{ serial: child }] = children as [Child];
  return { children, requests: wanted.map((request) => ({ ...request, child })) };
}

/** A few callers request each of several serials, which have one piece each. */
const serials: Setting = async ({ stage, part }, parents, chance) => {
  const children = await receiveChildren(stage, part, 100, 2 + chance.below(callers / 2));
  const requests = crowdOf(() => ({
    parent: chance.pick(parents),
    child: chance.pick(children).serial,
    qty: 100,
  }));
  return { children, requests };
};

/** Some callers remove earlier builds of the lot while the others build from it. */
const withRemovals: Setting = async ({ stage, material }, parents, chance) => {
  const wanted = crowdOf(() => ({
    parent: chance.pick(parents),
    child: "",
    qty: 1 + chance.below(300),
  })).map((request): CallerRequest =>
    chance.percent(25) ? { ...request, verb: "remove" } : request,
  );
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
    const body = requireDone(await patiently(() => sendCallerRequest(stage.plant, build)));
    left -= qty;
    revNo = body.child.revNo;
  }
  const requests = wanted.map((request) => ({ ...request, child }));
  return { children: [{ serial: child, left, revNo }], requests };
};

const settings = [sameQty, varied, serials, withRemovals];

interface Answered {
  readonly request: CallerRequest;
  readonly answer: Answer;
}

/** Throws unless the responses fit one order in which each was rightly served or refused. */
async function expectExact(
  { sql }: Stage,
  { children, requests }: Scene,
  answers: readonly Answer[],
): Promise<Tally> {
  const stored = new Map(
    (
      await sql(`select visual_serial_no as serial, actual_qty as actual, rev_no as revNo
        from material_item
        where visual_serial_no in (${children.map(({ serial }) => `'${serial}'`).join()})`)
    ).map((row) => [String(row["serial"]), row]),
  );
  const all = requests.map((request, index): Answered => ({
    request,
    answer: answers[index]!,
  }));
  for (const child of children) {
    const end = expectOrder(
      child,
      all.filter(({ request }) => request.child === child.serial),
    );
    const { actual, revNo } = stored.get(child.serial)!;
    if (Number(actual) === end.left * 10_000 && Number(revNo) === end.revNo) continue;
    const there = `${Number(actual) / 1_000_000} of ${child.serial} in revision ${Number(revNo)}`;
    throw new Error(`There is ${there}; the responses add up to ${stockText(end)}.`);
  }
  const done = answers.filter(({ status }) => status === 200).length;
  return { done, refused: answers.length - done };
}

const stockText = ({ left, revNo }: Pick<Child, "left" | "revNo">) =>
  `${left / 100} in revision ${revNo}`;

/** Adds up the responses about one child in the order of its revisions. */
function expectOrder(child: Child, all: readonly Answered[]): Child {
  const served = all
    .filter(({ answer }) => answer.status === 200)
    .toSorted((one, other) => one.answer.body.child.revNo - other.answer.body.child.revNo);
  let { left, revNo } = child;
  let least = left;
  for (const { request, answer } of served) {
    left += request.verb === "build" ? -request.qty : request.qty;
    revNo++;
    least = Math.min(least, left);
    const { actualQty, revNo: answered } = answer.body.child;
    if (left >= 0 && answered === revNo && Math.round(actualQty * 100) === left) continue;
    const reported = `${actualQty} in revision ${answered}`;
    throw new Error(
      `${child.serial} was reported as ${reported}, and must be ${stockText({ left, revNo })}.`,
    );
  }
  for (const { request, answer } of all) {
    if (answer.status !== 200) expectDeserved(request, answer, least);
  }
  return { serial: child.serial, left, revNo };
}

/** Throws unless a refusal names too little stock, and there was too little at some time. */
function expectDeserved(
  { verb, child, qty }: CallerRequest,
  { status, body }: Answer,
  least: number,
): void {
  const isTooLittle = status === 409 && body.code === "insufficient_quantity" && least < qty;
  const isUsedUp = status === 409 && body.code === "item_status" && least === 0;
  if (verb === "build" && (isTooLittle || isUsedUp)) return;
  throw new Error(
    `To ${verb} ${qty / 100} of ${child}, which always had at least ${least / 100} left, ` +
      `returned ${status}: ${JSON.stringify(body)}`,
  );
}
