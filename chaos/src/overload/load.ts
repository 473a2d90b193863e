// Sends receipts of new material, and prints the outcome as JSON. Argument: a LoadOrder as JSON.
import { setTimeout as wait } from "node:timers/promises";
import { Connection } from "@asbuilt/bench/connection";

/** The receipts of a load. Serials are `prefix` and a number from 0. */
export interface LoadOrder {
  readonly port: number;
  readonly key: string;
  readonly productName: string;
  readonly prefix: string;
  readonly seconds: number;
  /**
   * Either the number of senders, which wait for each response before they send again, or the
   * number of requests per second, sent regardless of earlier responses.
   */
  readonly load: { readonly senders: number } | { readonly rate: number };
}

/** The outcome of a load. Latencies of accepted requests are in milliseconds. */
export interface LoadOutcome {
  readonly sent: number;
  readonly byStatus: Readonly<Record<number, number>>;
  /** The refusals without a number of seconds in `Retry-After`. */
  readonly withoutRetryAfter: number;
  /** The numbers in the acknowledged serials. */
  readonly acknowledged: readonly number[];
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly elapsedMs: number;
}

/** Below the limit of the service, and far more than a service has in flight if it is in time. */
const connectionsMax = 4000;
/** The connections that open together: unaccepted ones wait in a short queue of the system. */
const opensMax = 128;
/**
 * The first request of a connection. The service closes one that sends nothing for 10 s, and on a
 * busy machine the load needs longer for the last of them.
 */
const greeting = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

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
    // Callers only send while a connection is idle.
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
    const opened = Array.from({ length: count }, async () => {
      const connection = await Connection.open(port);
      await connection.send(greeting);
      return connection;
    });
    connections.push(...(await Promise.all(opened)));
  }
  return connections;
}

/** Sends at a rate until `end` while connections are idle, and awaits all responses. */
async function sendAtRate(
  rate: number,
  end: number,
  canSend: () => boolean,
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
      if (canSend()) underWay.push(sendOne());
    }
  }
  await Promise.all(underWay);
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2]!) as LoadOrder;
  process.stdout.write(JSON.stringify(await sendLoad(order)));
}
