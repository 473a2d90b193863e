import { Agent } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { start, until } from "@asbuilt/tests/processes";
import { scratchFolder } from "@asbuilt/tests/scratch";
import type { Experiment, Figures, Order } from "../experiment.ts";
import { type NodeService, plantOf, serveFile } from "../services.ts";
import { type AttackName, type AttackOrder, type AttackOutcome, begun } from "../starve/attack.ts";
import { copyItems } from "../starve/fill.ts";
import { p99Of, timesOf, type Victim } from "../starve/victim.ts";

/** The longest time of 99 of 100 requests of the victim. */
const p99MsMax = 50;
const roundMs = 200;
/** The least rounds whose times count: `npm test` shares its cores. */
const timedRoundsMin = 25;
/** In the long form the items are more than the buffers of a connection take of a list. */
const rows = {
  timed: { items: 60_000, changes: 20_000 },
  short: { items: 5000, changes: 1000 },
};
const unsealed = `select 1 from change_log
  where seq > (select coalesce(max(last_seq), 0) from seal) limit 1`;
const attackersCount = 50;
/** The default of `ASBUILT_CONNECTIONS_PER_ADDRESS`. */
const connectionsMax = 256;
/** The default of `ASBUILT_FAILURES_PER_ADDRESS`, in each of two minutes. */
const failuresMax = 2 * 20;

/** One attack, what its victim does, and what the attackers must get. */
interface Starving {
  readonly attack: AttackName;
  readonly victim: Partial<Victim>;
  /** The least number of responses to the attackers. */
  readonly answersMin: number;
  /** Whether the victim is promised its time. */
  readonly isPrompt?: boolean;
  readonly expected: (outcome: AttackOutcome) => boolean;
}

const only = (byStatus: AttackOutcome["byStatus"], ...statuses: readonly number[]) =>
  Object.keys(byStatus).every((status) => statuses.includes(Number(status)));

const attacks: readonly Starving[] = [
  {
    attack: "unread lists",
    isPrompt: true,
    answersMin: 200 - 64,
    victim: {},
    expected: ({ byStatus }) => only(byStatus, 200, 503) && (byStatus[503] ?? 0) > 0,
  },
  {
    attack: "lists of 50 keys",
    isPrompt: true,
    answersMin: 50,
    victim: {},
    expected: ({ byStatus }) => only(byStatus, 200),
  },
  {
    attack: "bodies",
    answersMin: 66 - 17,
    victim: { bodyBytes: 100_000 },
    expected: ({ byStatus }) => only(byStatus, 503, 408) && (byStatus[503] ?? 0) > 0,
  },
  {
    attack: "connections",
    answersMin: 0,
    victim: { connection: undefined },
    expected: ({ open }) => open <= connectionsMax,
  },
  {
    attack: "bad keys",
    answersMin: 100,
    victim: {},
    expected: ({ byStatus }) =>
      only(byStatus, 401, 429) && (byStatus[401] ?? 0) <= failuresMax && (byStatus[429] ?? 0) > 0,
  },
  {
    attack: "streams",
    isPrompt: true,
    answersMin: 50,
    victim: {},
    expected: ({ byStatus }) => only(byStatus, 200),
  },
];

export const starve: Experiment = {
  promise:
    "While other clients open lists or follow events without pause, a client gets its records in " +
    "under 50 ms at the 99th percentile. Incomplete bodies, silent connections and wrong keys of " +
    "one address get none of its requests refused.",
  // A round is 200 ms of each attack.
  rounds: { short: 1, long: 50 },
  run: async (order) => {
    const { folder, remove } = scratchFolder();
    const path = join(folder, "plant.db");
    const service = await serveFile(path, { LOG_LEVEL: "error" });
    try {
      const { product, receive } = plantOf(service);
      const { Name: productName } = await product();
      await receive({ productName, qty: 1 });
      copyItems(path, order.rounds >= timedRoundsMin ? rows.timed : rows.short);
      // The seals of these changes are made next to the service, and take its time.
      await until(async () => (await service.sql(unsealed)).length === 0, service.process);
      return await starveService(service, order);
    } finally {
      await service.stop();
      remove();
    }
  },
};

async function starveService(service: NodeService, order: Order): Promise<Figures> {
  const { rounds } = order;
  const port = Number(new URL(service.address).port);
  const plant = plantOf(service);
  const newKey = async (): Promise<string> => {
    const sent = { name: plant.unique("key"), user: "Administrator", role: "viewer" };
    return (await plant.done("post", "/api/ApiKey/Create", sent)).key as string;
  };
  const keys = await Promise.all(Array.from({ length: attackersCount }, newKey));
  const own = await newKey();
  // Opened before the attacks: a new one waits for those that the attackers open.
  const connection = new Agent({ keepAlive: true, maxSockets: 1 });
  const isTimed = rounds >= timedRoundsMin;
  const measured = async (victim: Partial<Victim>) => {
    const times = await timesOf(
      { keyOf: () => Promise.resolve(own), connection, ...victim },
      port,
      rounds * roundMs,
    );
    return { p99: p99Of(times), max: Math.max(...times) };
  };
  const figures: Record<string, number> = {};
  const slow: string[] = [];
  const alone = await measured({});
  order.say(`  alone: ${JSON.stringify(alone)}`);
  figures["alone p99 ms"] = Math.round(alone.p99);
  for (const { attack, victim, answersMin, isPrompt, expected } of attacks) {
    // The key of a guess and a key that is new look the same.
    const keyOf = attack === "bad keys" ? { keyOf: newKey } : {};
    const { seen, outcome } = await during({ attack, port, keys, answersMin }, () =>
      measured({ ...victim, ...keyOf }),
    );
    order.say(`  ${attack}: ${JSON.stringify({ ...seen, ...outcome })}`);
    if (outcome.withoutRetryAfter > 0 || !expected(outcome)) {
      throw new Error(`The attack "${attack}" got ${JSON.stringify(outcome)}.`);
    }
    if (isTimed && isPrompt && seen.p99 > p99MsMax)
      slow.push(`${Math.round(seen.p99)} ms during ${attack}`);
    figures[`${attack} p99 ms`] = Math.round(seen.p99);
    figures[`${attack} max ms`] = Math.round(seen.max);
  }
  connection.destroy();
  if (slow.length > 0) throw new Error(`The 99th percentile is ${slow.join(" and ")}.`);
  return figures;
}

/** Runs an attack from its own process while the work is done. */
async function during<Seen>(
  order: AttackOrder,
  work: () => Promise<Seen>,
): Promise<{ seen: Seen; outcome: AttackOutcome }> {
  const script = fileURLToPath(new URL("../starve/attack.ts", import.meta.url));
  const args = ["--no-warnings", script, JSON.stringify(order)];
  const running = start(process.execPath, args, { stdio: ["pipe", "pipe", "pipe"] });
  const { child, printed, ended } = running;
  try {
    await until(() => printed.stdout === begun, running);
    const seen = await work();
    child.stdin!.end();
    const { stdout } = await ended;
    // The script prints only the outcome after its first line.
    return { seen, outcome: JSON.parse(stdout.slice(begun.length)) as AttackOutcome };
  } finally {
    child.kill();
  }
}
