// Sends one load and prints its figures as JSON. Argument: a LoadOrder as JSON.
import { performance } from "node:perf_hooks";
import { pickItem, pickMostBuilt } from "../plant/assemblies.ts";
import {
  adminKey,
  buildBody,
  cabinet,
  lotSerial,
  orderNo,
  orderSize,
  pickBuild,
  picker,
  type Units,
  unitSerial,
} from "../plant/workload.ts";
import { Connection } from "./connection.ts";

/** The requests of a load, its duration and its number of connections. */
export interface LoadOrder {
  readonly port: number;
  readonly kind:
    | "build"
    | "get"
    | "items"
    | "slots"
    | "history"
    | "longHistory"
    | "asBuilt"
    | "recall";
  readonly connections: number;
  readonly seconds: number;
  readonly units: Units;
  readonly seed: number;
  /** The cookie of a session to send in place of the key. */
  readonly cookie?: string;
}

/** The figures of a load. Rates are responses per second, latencies in milliseconds. */
export interface LoadFigures {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  /** The share of its core that the load used. */
  readonly cpu: number;
  readonly refused: number;
}

const historyOf =
  (pickLogged: typeof pickItem): Requests =>
  ({ seed }, { withBody }) => {
    const pick = picker(seed);
    return () =>
      withBody("POST", "/api/MaterialItem/History", { visualSerialNo: pickLogged(pick) });
  };

const genealogyOf =
  (verb: "AsBuilt" | "Recall", serial: (number: number) => string): Requests =>
  ({ seed, units }, { withBody }) => {
    const pick = picker(seed);
    return () =>
      withBody("POST", `/api/Genealogy/${verb}`, { visualSerialNo: serial(pick(units)) });
  };

type Requests = (order: LoadOrder, written: ReturnType<typeof writerFor>) => () => string;

const requests: Readonly<Record<LoadOrder["kind"], Requests>> = {
  build: ({ seed, units }, { withBody }) => {
    const pick = picker(seed);
    return () => withBody("PUT", "/api/Build/Build", buildBody(pickBuild(pick, units)));
  },
  get: ({ seed, units }, { head }) => {
    const pick = picker(seed);
    return () => head("GET", `/api/MaterialItem/Get/${pick(2 * units) + 1}`, "");
  },
  items: ({ seed, units }, { withBody }) => {
    const pick = picker(seed);
    return () =>
      withBody("POST", "/api/MaterialItem/List", { orderNo: orderNo(pick(units / orderSize)) });
  },
  asBuilt: genealogyOf("AsBuilt", unitSerial),
  recall: genealogyOf("Recall", lotSerial),
  history: historyOf(pickItem),
  longHistory: historyOf(pickMostBuilt),
  slots:
    (_order, { withBody }) =>
    () =>
      withBody("POST", "/api/BomSlot/List", { Product: cabinet }),
};

/** Returns functions that write requests of a sender: with the key, or as a page with a cookie. */
function writerFor({ cookie }: LoadOrder) {
  const sender =
    cookie === undefined
      ? `Authorization: Bearer ${adminKey}`
      : `Cookie: ${cookie}\r\nSec-Fetch-Site: same-origin`;
  const head = (method: string, path: string, more: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${sender}\r\n${more}\r\n`;
  const withBody = (method: string, path: string, value: object) => {
    const body = JSON.stringify(value);
    const type = "Content-Type: application/json\r\n";
    return `${head(method, path, `${type}Content-Length: ${body.length}\r\n`)}${body}`;
  };
  return { head, withBody };
}

/** Sends a load. Each connection sends its next request after the response to its last one. */
export async function load(order: LoadOrder): Promise<LoadFigures> {
  const next = requests[order.kind](order, writerFor(order));
  const latencies: number[] = [];
  let refused = 0;
  const opened = Array.from({ length: order.connections }, () => Connection.open(order.port));
  const connections = await Promise.all(opened);
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const end = start + order.seconds * 1000;
  const drive = async (connection: Connection) => {
    for (let sent = start; sent < end;) {
      const { status } = await connection.send(next());
      const now = performance.now();
      if (status !== 200) refused++;
      latencies.push(now - sent);
      sent = now;
    }
    connection.close();
  };
  await Promise.all(connections.map(drive));
  const elapsedMs = performance.now() - start;
  const cpu = process.cpuUsage(cpuBefore);
  const sorted = Float64Array.from(latencies).toSorted();
  return {
    rate: (latencies.length - refused) / (elapsedMs / 1000),
    p50: sorted[Math.floor(sorted.length * 0.5)]!,
    p99: sorted[Math.floor(sorted.length * 0.99)]!,
    cpu: (cpu.user + cpu.system) / 1000 / elapsedMs,
    refused,
  };
}

if (import.meta.main) {
  const order = JSON.parse(process.argv[2]!) as LoadOrder;
  process.stdout.write(JSON.stringify(await load(order)));
}
