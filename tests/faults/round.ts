import type { Answer } from "../plants/requests.ts";
import type { PlantRequests } from "../scenario/factories.ts";
import { type Chance, chanceOf } from "./chance.ts";
import { type Delivery, expectLedger, type Sql } from "./ledger.ts";
import { type Ground, type Order, randomOrder, setScene } from "./orders.ts";
import type { Way } from "./way.ts";

/** A service, its database, and the way between the two. */
export interface FaultyPlant {
  readonly plant: PlantRequests & { readonly sql: Sql };
  readonly way: Way;
  readonly ground: Ground;
  /** The percentage of requests whose batches all fail, until the service gives up. */
  readonly darkShare: number;
}

/** The number of times that each thing happened in some rounds. */
export interface Seen {
  requests: number;
  mishaps: number;
  done: number;
  refused: number;
  unknown: number;
  repeated: number;
}

export const nothingSeen = (): Seen => ({
  requests: 0,
  mishaps: 0,
  done: 0,
  refused: 0,
  unknown: 0,
  repeated: 0,
});

const callers = 12;

/**
 * Lets callers write the same few records at the same time, over a way that fails as the seed
 * decides. Throws if the database does not hold exactly what the callers were answered.
 */
export async function faultRound(faulty: FaultyPlant, seed: number, seen: Seen): Promise<void> {
  const { plant, ground, way } = faulty;
  const scene = await setScene(plant, ground);
  const chance = chanceOf(seed);
  const orders = Array.from({ length: callers }, () =>
    randomOrder(scene, chance, plant.unique("faulty")),
  );
  const deliveries = await Promise.all(
    orders.map((order) => deliver(faulty, order, chance.fork(), seen)),
  );
  await way.lateArrived();
  await expectLedger(plant.sql, scene, deliveries);
}

/** Sends a request as a client with an Idempotency-Key does: it repeats an unknown outcome. */
async function deliver(
  faulty: FaultyPlant,
  order: Order,
  chance: Chance,
  seen: Seen,
): Promise<Delivery> {
  const key = chance.percent(80) ? faulty.plant.unique("key") : undefined;
  const requestIds: string[] = [];
  const outcomes: string[] = [];
  let isUnknown = false;
  for (let attempt = 1; attempt <= 20; attempt++) {
    const requestId = faulty.plant.unique("request");
    requestIds.push(requestId);
    const headers = { "X-Request-Id": requestId, ...(key ? { "Idempotency-Key": key } : {}) };
    // From the fourth attempt on, nothing fails.
    const luck = attempt <= 3 ? chance : undefined;
    const { answer, mishaps } = await send(faulty, order, headers, luck);
    outcomes.push(`${answer.status} ${answer.body.code ?? ""} (${mishaps.join(", ")})`);
    seen.requests++;
    seen.mishaps += mishaps.length;
    isUnknown = answer.status === 503 && (isUnknown || answer.body.code === "outcome_unknown");
    if (isUnknown && key !== undefined) {
      seen.repeated++;
      continue;
    }
    const state = answer.status === 200 ? "done" : isUnknown ? "unknown" : "refused";
    seen[state]++;
    return { order, state, answer, requestIds, story: storyOf(order, outcomes) };
  }
  throw new Error(`It never had a final answer.\n${storyOf(order, outcomes)}`);
}

async function send(
  { plant, way, darkShare }: FaultyPlant,
  order: Order,
  headers: Readonly<Record<string, string>>,
  chance: Chance | undefined,
): Promise<{ answer: Answer; mishaps: readonly string[] }> {
  const request = () => plant[order.method](order.path, order.body, { headers });
  if (!chance) return { answer: await request(), mishaps: [] };
  const luck = { chance, isDark: chance.percent(darkShare) };
  const { answer, journey } = await way.travel(luck, request);
  const { mishaps, wrongs } = journey;
  if (wrongs.length === 0) return { answer, mishaps };
  throw new Error([...wrongs, `${storyOf(order, [])} ${mishaps.join(", ")}`].join("\n"));
}

const storyOf = ({ path, body }: Order, outcomes: readonly string[]) =>
  `${path} ${JSON.stringify(body)}: ${outcomes.join("; ")}`;
