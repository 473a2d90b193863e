import { Gauge, type Registry } from "prom-client";
import type { DatabaseState, FileState, State } from "./state.ts";

/** The sources of the values that are read when somebody asks. */
export interface Read {
  readonly state: State;
  /** Whether the service seals the change log. */
  readonly isSealing: boolean;
}

/** A gauge: its name, its explanation, and its value. One that is undefined is left out. */
type ReadGauge = readonly [name: string, help: string, value: (read: Read) => number | undefined];

const ofDatabase =
  (value: (database: DatabaseState, at: number) => number): ReadGauge[2] =>
  ({ state: { database, at } }) =>
    database && value(database, at);
const ofSealing =
  (value: (database: DatabaseState, at: number) => number): ReadGauge[2] =>
  (read) =>
    read.isSealing ? ofDatabase(value)(read) : undefined;
const ofFile =
  (value: (file: FileState) => number): ReadGauge[2] =>
  ({ state: { file } }) =>
    file && value(file);

/** The seconds since a time. If the clock was set back, none have passed. */
const secondsSince = (since: number | undefined, at: number) =>
  since === undefined ? 0 : Math.max(0, at - since) / 1000;

const readGauges: readonly ReadGauge[] = [
  [
    "asbuilt_database_up",
    "Whether the database answered within two seconds: 1 or 0.",
    ({ state }) => (state.database ? 1 : 0),
  ],
  [
    "asbuilt_unsealed_rows",
    "Rows of the change log that no seal covers yet.",
    ofSealing(({ unsealed }) => unsealed.rows),
  ],
  [
    "asbuilt_seal_lag_seconds",
    "The age of the first row that no seal covers yet; 0 if all are sealed.",
    ofSealing(({ unsealed }, at) => secondsSince(unsealed.since, at)),
  ],
  [
    "asbuilt_webhook_pending_events",
    "Undelivered events of active webhooks, counted up to 10,000.",
    ofDatabase(({ webhooks }) => webhooks.pending),
  ],
  [
    "asbuilt_webhook_dead_events",
    "Dead letters of all webhooks, counted up to 10,000.",
    ofDatabase(({ webhooks }) => webhooks.dead),
  ],
  [
    "asbuilt_webhook_lag_seconds",
    "The time since the first undelivered event of an active webhook is due; 0 if there is none.",
    ofDatabase(({ webhooks }, at) => secondsSince(webhooks.dueSince, at)),
  ],
  ["asbuilt_database_bytes", "The size of the database file.", ofFile(({ bytes }) => bytes)],
  ["asbuilt_wal_bytes", "The size of the write-ahead log.", ofFile(({ walBytes }) => walBytes)],
  [
    "asbuilt_disk_free_bytes",
    "The free space of the file system of the database file.",
    ofFile(({ freeBytes }) => freeBytes),
  ],
  [
    "asbuilt_last_backup_timestamp_seconds",
    "When `asbuilt backup` last copied the database file, as a Unix time; 0 if never.",
    ofFile(({ backupAt = 0 }) => backupAt / 1000),
  ],
];

/** Adds a gauge whose value is in memory. */
export function addGauge(registry: Registry, name: string, help: string, value: () => number) {
  const collect = () => gauge.set(value());
  const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect });
}

/** Adds these gauges to a registry. Returns a function that sets them. */
export function addReadGauges(registry: Registry): (read: Read) => void {
  const gauges = readGauges.map(([name, help, valueOf]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    valueOf,
  }));
  return (read) => {
    for (const { gauge, valueOf } of gauges) {
      const value = valueOf(read);
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    }
  };
}
