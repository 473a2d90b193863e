// Sends receipts of new material and prints what came of them as JSON. Argument: a LoadOrder.
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "@asbuilt/bench/connection";

/** What to send. Serials are `prefix` and a number from 0 on. */
export interface LoadOrder {
  readonly port: number;
  readonly key: string;
  readonly productName: string;
  readonly prefix: string;
  readonly seconds: number;
  /**
   * Either how many senders wait for each answer before they send again, or how many requests are
   * sent a second whatever becomes of those before.
   */
  readonly load: { readonly senders: number } | { readonly rate: number };
}

/** What came of it. Latencies are milliseconds, of accepted requests. */
export interface LoadOutcome {
  readonly sent: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** How many were refused without a number of seconds to wait. */
  readonly withoutRetryAfter: number;
  /** The numbers of the serials that were acknowledged. */
  readonly acknowledged: readonly number[];
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly elapsedMs: number;
}

/** Far more than a service that answers in time has under way, and no more than it takes. */
const connectionsMax = 4000;
/** How many are opened at once: what a service has not accepted yet waits in a short queue. */
const opensMax = 128;

async function sendLoad(order: LoadOrder): Promise<LoadOutcome> {
  const head =
    `POST /api/MaterialItem/Receive HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
    `Authorization: Bearer ${order.key}\r\nContent-Type: application/json\r\n`;
  const requestOf = (number: number) => {
    const { productName, prefix } = order;
    const body = JSON.stringify({ productName, visualSerialNo: `${prefix}${number}`, qty: 1 });
    return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const latencies: number[] = [];
  const acknowledged: number[] = [];
  const byStatus: Record<number, number> = {};
  const idle = await openConnections(order);
  let sent = 0;
  let withoutRetryAfter = 0;

  const sendOne = async (): Promise<void> => {
    const number = sent++;
    const start = performance.now();
    // Nothing is sent while there is none.
    const connection = idle.shift()!;
    const { status, retryAfter } = await connection.send(requestOf(number));
    idle.push(connection);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
    if (status !== 200) {
      if (!/^[1-9]\d*$/.test(retryAfter ?? "")) withoutRetryAfter++;
      return;
    }
    acknowledged.push(number);
    latencies.push(performance.now() - start);
  };

  const start = performance.now();
  const end = start + order.seconds * 1000;
  if ("senders" in order.load) {
    const drive = async () => {
      while (performance.now() < end) await sendOne();
    };
    await Promise.all(Array.from({ length: order.load.senders }, drive));
  } else {
    await sendAtRate(order.load.rate, end, () => idle.length > 0, sendOne);
  }
  const elapsedMs = performance.now() - start;
  for (const connection of idle) connection.close();
  const sorted = Float64Array.from(latencies).toSorted();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    sent,
    byStatus,
    withoutRetryAfter,
    acknowledged,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
    elapsedMs,
  };
}

async function openConnections({ port, load }: LoadOrder): Promise<Connection[]> {
  const wanted = "senders" in load ? load.senders : connectionsMax;
  const connections: Connection[] = [];
  while (connections.length < wanted) {
    const count = Math.min(opensMax, wanted - connections.length);
    const opened = Array.from({ length: count }, () => Connection.open(port));
    connections.push(...(await Promise.all(opened)));
  }
  return connections;
}

/** Sends so many a second until the end, as far as there are connections, and awaits all answers. */
async function sendAtRate(
  rate: number,
  end: number,
  maySend: () => boolean,
  sendOne: () => Promise<void>,
): Promise<void> {
  const underWay: Promise<void>[] = [];
  let last = performance.now();
  let due = 0;
  while (last < end) {
    await wait(1);
    const now = performance.now();
    due += ((now - last) / 1000) * rate;
    last = now;
    for (; due >= 1; due--) {
      if (maySend()) underWay.push(sendOne());
    }
  }
  await Promise.all(underWay);
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2]!) as LoadOrder;
  process.stdout.write(JSON.stringify(await sendLoad(order)));
}
