import type { Bound } from "../database/bound.ts";
import { type Context, readChecked } from "../engine/index.ts";
import { type Unsealed, unsealedRows } from "../seal/unsealed.ts";
import { type Room, type RoomLimits, roomOf, sizeOf, sizeStatements } from "./room.ts";
import { type TableBytes, tableEstimates, tablesOf } from "./table-bytes.ts";
import { type WebhookBacklog, webhookBacklog } from "../webhook/backlog.ts";

/** The last change of the plant. */
interface LastChange {
  readonly id: number;
  /** When it was recorded. */
  readonly at: number;
}

/** The last change of the plant, the work in the background that is not done yet, and the room. */
export interface Status {
  readonly at: number;
  /** Undefined if nothing has changed yet. */
  readonly last: LastChange | undefined;
  readonly unsealed: Unsealed;
  readonly webhooks: WebhookBacklog;
  readonly room: Room;
  /** The bytes of the large tables with their indexes, estimated, and of all others together. */
  readonly tables: readonly TableBytes[];
}

const lastChange: Bound<LastChange> = {
  sql: "select seq, at from change_log order by seq desc limit 1",
  params: [],
  row: (raw) => {
    const [id, at] = raw as readonly [number, number];
    return { id, at };
  },
};

/** Reads the status in one round trip. Counts have limits, so that a monitor can ask each minute. */
export async function getStatus(context: Context, limits?: RoomLimits): Promise<Status> {
  const { executor } = context;
  const estimates = tableEstimates();
  const [changes, unsealed, backlog, ...others] = await readChecked(context, [
    lastChange,
    unsealedRows,
    webhookBacklog,
    ...estimates,
    ...sizeStatements(executor),
  ]);
  const bytes = sizeOf(executor, others.slice(estimates.length));
  const estimated = estimates.map((one, place) => one.row(others[place]![0]!));
  return {
    at: context.now(),
    last: changes!.map(lastChange.row)[0],
    unsealed: unsealedRows.row(unsealed![0]!),
    webhooks: webhookBacklog.row(backlog![0]!),
    room: roomOf(bytes, limits),
    tables: tablesOf(estimated, bytes),
  };
}
