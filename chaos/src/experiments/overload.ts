import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "@asbuilt/tests/scratch";
import type { Experiment, Figures, Order } from "../experiment.ts";
import type { LoadOrder, LoadOutcome } from "../overload/load.ts";
import { residentMiB } from "@asbuilt/tests/resident";
import { type NodeService, plantOf, serveFile } from "../services.ts";

/** The promises of a service under twice the load that it can bear. */
const p99MsMax = 500;
const grownMiBMax = 256;
/**
 * V8 uses the memory of the machine before it collects garbage. With this limit, objects that pile
 * up end the service. The 16 MiB for new objects are the default.
 */
const memory = "--max-old-space-size=256 --max-semi-space-size=16";
const recoverySecondsMax = 5;
/** The least seconds of overload whose times count: `npm test` shares its cores. */
const timedSecondsMin = 10;
/** The share of its rate at which the service counts as recovered, since rates vary. */
const recoveredShareMin = 0.8;
/**
 * The rate of requests as a multiple of the bearable load. A request without an idle connection is
 * not sent. On shared cores, as in `npm test`, the measured load is too low.
 */
const targetTimes = { timed: 2, short: 4 };
/** The least multiple that a timed run sends. On shared cores the sender can lack the time. */
const sentTimesMin = 1.9;

export const overload: Experiment = {
  promise:
    "At twice the load that it can bear, the service immediately refuses the excess with 503 and " +
    "Retry-After. It completes accepted requests in under 500 ms at the 99th percentile, and is " +
    "back at 80 % of its speed within 5 s.",
  // A round is a second of overload.
  rounds: { short: 5, long: 60 },
  run: async (order) => {
    const { folder, remove } = scratchFolder();
    const service = await serveFile(join(folder, "plant.db"), {
      LOG_LEVEL: "error",
      NODE_OPTIONS: memory,
      // The load comes from this machine alone.
      ASBUILT_CONNECTIONS_PER_ADDRESS: "0",
    });
    try {
      return await overloadService(service, order);
    } finally {
      await service.stop();
      remove();
    }
  },
};

async function overloadService(service: NodeService, order: Order): Promise<Figures> {
  const { rounds } = order;
  const { Name: productName } = await plantOf(service).product();
  const port = Number(new URL(service.address).port);
  const { pid } = service.process.child;
  const send = (prefix: string, seconds: number, load: LoadOrder["load"]) =>
    loadOf({ port, key: service.key, productName, prefix, seconds, load });

  await send("WARM-", 1, { senders: 64 });
  // A fresh service is briefly faster than it can stay.
  const before = rateOf(await send("BEFORE-", 2 + rounds / 6, { senders: 64 }));
  const restMiB = residentMiB(pid);
  order.say(`  ${Math.round(before)} receipts a second from 64 senders; ${restMiB} MiB`);

  let peakMiB = restMiB;
  const watching = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(pid))), 100);
  const isTimed = rounds >= timedSecondsMin;
  const rate = (isTimed ? targetTimes.timed : targetTimes.short) * before;
  const sending = send("OVER-", rounds, { rate });
  const outcome = await sending.finally(() => clearInterval(watching));
  order.say(`  ${JSON.stringify({ ...outcome, acknowledged: outcome.acknowledged.length })}`);
  const offered = outcome.sent / rounds;
  if (isTimed && offered < sentTimesMin * before) {
    throw new Error(
      `Only ${Math.round(offered)} requests a second were sent: too few for an overload.`,
    );
  }
  requireRefusals(outcome, peakMiB - restMiB);
  if (isTimed && outcome.p99 > p99MsMax) {
    throw new Error(`The 99th percentile of accepted requests is ${outcome.p99} ms.`);
  }
  await requireAcknowledged(service, outcome);
  const recovered = await recoveredAfterS(send, isTimed ? before * recoveredShareMin : 1);
  return {
    "sustainable/s": Math.round(before),
    "offered/s": Math.round(offered),
    "accepted/s": Math.round(rateOf(outcome)),
    "p99 ms": Math.round(outcome.p99),
    "RSS grew by MiB": peakMiB - restMiB,
    "full speed after s": recovered,
    lost: 0,
  };
}

const rateOf = ({ acknowledged, elapsedMs }: LoadOutcome) =>
  acknowledged.length / (elapsedMs / 1000);

function requireRefusals(outcome: LoadOutcome, grown: number): void {
  const { byStatus, sent, withoutRetryAfter } = outcome;
  const { 200: accepted = 0, 503: refused = 0, ...others } = byStatus;
  if (Object.keys(others).length > 0)
    throw new Error(`Unexpected statuses: ${JSON.stringify(byStatus)}.`);
  if (accepted + refused !== sent)
    throw new Error(`Of ${sent} requests, ${accepted + refused} have a response.`);
  if (withoutRetryAfter > 0) throw new Error(`${withoutRetryAfter} refusals have no Retry-After.`);
  if (refused === 0) throw new Error("Nothing was refused: this was no overload.");
  if (grown > grownMiBMax) throw new Error(`The service grew by ${grown} MiB.`);
}

/** Returns the seconds until the service reaches a rate again. Throws if it takes too long. */
async function recoveredAfterS(
  send: (prefix: string, seconds: number, load: LoadOrder["load"]) => Promise<LoadOutcome>,
  full: number,
): Promise<number> {
  const rates: number[] = [];
  while (rates.length < recoverySecondsMax) {
    const rate = rateOf(await send(`AFTER-${rates.length}-`, 1, { senders: 64 }));
    rates.push(Math.round(rate));
    if (rate >= full) return rates.length;
  }
  throw new Error(
    `The rates afterwards were only ${rates.join(", ")} a second, not ${Math.round(full)}.`,
  );
}

/** Throws unless exactly the acknowledged receipts are stored. */
async function requireAcknowledged(service: NodeService, outcome: LoadOutcome): Promise<void> {
  const prefix = "OVER-";
  const rows = await service.sql(
    `select visual_serial_no as serial from material_item where visual_serial_no like '${prefix}%'`,
  );
  const stored = new Set(rows.map(({ serial }) => Number(String(serial).slice(prefix.length))));
  const lost = outcome.acknowledged.filter((number) => !stored.has(number));
  if (lost.length > 0) throw new Error(`Acknowledged but not stored: ${prefix}${lost.join(", ")}.`);
  const refused = stored.size - outcome.acknowledged.length;
  if (refused > 0) throw new Error(`${refused} receipts were refused but are stored.`);
}

/** Sends a load from its own process, so that it and the service do not block each other. */
async function loadOf(order: LoadOrder): Promise<LoadOutcome> {
  const script = fileURLToPath(new URL("../overload/load.ts", import.meta.url));
  const child = spawn(process.execPath, ["--no-warnings", script, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
  if (status !== 0) throw new Error("The load failed. Its process printed why.");
  // The script prints only the outcome.
  return JSON.parse(output) as LoadOutcome;
}
