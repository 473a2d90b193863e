import { fileExecutor } from "@asbuilt/core/database";
import Database from "libsql";
import { appOn, requester } from "../plant/requester.ts";
import {
  buildBody,
  cabinet,
  orderNo,
  receiveBody,
  recordedBuild,
  recordedItem,
  recordedOrder,
} from "../plant/workload.ts";
import { listening, type Recorded } from "./listening.ts";

/** The statements that the service runs for each measured request. */
export interface Recording {
  readonly build: readonly Recorded[];
  readonly get: readonly Recorded[];
  readonly slots: readonly Recorded[];
  readonly items: readonly Recorded[];
  readonly receive: readonly Recorded[];
  readonly importedReceive: readonly Recorded[];
  readonly importedBuild: readonly Recorded[];
}

/** A measured request. */
interface SampleRequest {
  readonly method: "GET" | "PUT" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly idempotencyKey?: string;
}

const samples: Readonly<Record<keyof Recording, SampleRequest>> = {
  build: { method: "PUT", path: "/api/Build/Build", body: buildBody(recordedBuild) },
  get: { method: "GET", path: `/api/MaterialItem/Get/${recordedItem}` },
  slots: { method: "POST", path: "/api/BomSlot/List", body: { Product: cabinet } },
  items: {
    method: "POST",
    path: "/api/MaterialItem/List",
    body: { orderNo: orderNo(recordedOrder) },
  },
  receive: { method: "POST", path: "/api/MaterialItem/Receive", body: receiveBody("RECEIVED-1") },
  importedReceive: {
    method: "POST",
    path: "/api/MaterialItem/Receive",
    body: receiveBody("IMPORTED-1"),
    idempotencyKey: "imported-receive",
  },
  importedBuild: {
    method: "PUT",
    path: "/api/Build/Build",
    body: buildBody({ unit: 8, lot: 14 }),
    idempotencyKey: "imported-build",
  },
};

/** Runs each request on a copy of a plant, and returns its statements. */
export async function recordStatements(path: string): Promise<Recording> {
  const database = new Database(path);
  database.exec("pragma journal_mode = wal");
  let heard: Recorded[] = [];
  const listened = listening(database, (statement, run) => {
    heard.push(statement);
    return run();
  });
  const send = requester(appOn(fileExecutor(listened, setImmediate)));
  const taken: Partial<Record<string, readonly Recorded[]>> = {};
  // The first request of a key also reads the key, so "get" runs twice and only the second counts.
  for (const [name, sample] of [["get", samples.get], ...Object.entries(samples)] as const) {
    heard = [];
    const headers = sample.idempotencyKey ? { "Idempotency-Key": sample.idempotencyKey } : {};
    await send(sample.method, sample.path, sample.body, headers);
    taken[name] = heard;
  }
  database.close();
  // The loop filled an entry for each sample.
  return taken as unknown as Recording;
}
