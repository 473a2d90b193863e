import { randomUUID } from "node:crypto";
import { importOrder, type ImportRoute } from "../import/files.ts";
import { type Listed, readList } from "../import/list.ts";
import { sendUpsert } from "../import/send.ts";
import { problemOf, type Target } from "../import/target.ts";

/** A request that this plant refuses. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** A record here, at the revision that was read. */
interface Stored {
  readonly id: number;
  readonly revNo: number;
}

/** The records of this plant, through the routes of its service. */
export interface Own {
  /** Returns the first record that a filter of its List finds. */
  find(resource: string, filter: object): Promise<Listed | undefined>;
  all(resource: string, filter: object): Promise<Listed[]>;
  /** Creates a record, or changes a stored one. Throws Refused. */
  put(resource: string, body: object, stored?: Stored): Promise<Listed>;
  /** Notes that a record has this revision, which is one that this process knows. */
  note(entity: string, id: number, revNo: number): void;
  /** Whether a change is one that this process has made, or one before it. */
  hasWritten(change: {
    readonly entity: string;
    readonly id: number;
    readonly revNo: number;
  }): boolean;
  /** Clears a property of a slot. Throws Refused. */
  clearProperty(slot: Stored, property: string): Promise<void>;
}

/** Returns the records behind a service. */
export function ownRecords(target: Target): Own {
  const list = (resource: string, filter: object) =>
    readList(target, `/api/${resource}/List`, JSON.stringify(filter));
  const written = new Map<string, number>();
  const note: Own["note"] = (entity, id, revNo) => {
    written.set(`${entity}/${id}`, revNo);
  };
  return {
    note,
    hasWritten: ({ entity, id, revNo }) => revNo <= (written.get(`${entity}/${id}`) ?? 0),
    find: async (resource, filter) => {
      const { value } = await list(resource, filter).next();
      return value ?? undefined;
    },
    all: async (resource, filter) => {
      const records: Listed[] = [];
      for await (const record of list(resource, filter)) records.push(record);
      return records;
    },
    put: async (resource, body, stored) => {
      const response = await sendUpsert(target, upsertOf(resource), {
        body: JSON.stringify(body),
        stored,
        idempotencyKey: newName(),
      });
      await requireDone(response);
      // The contract defines the records.
      const record = (await response.json()) as Listed;
      note(resource, record["id"] ?? record["ID"], record["revNo"]);
      return record;
    },
    clearProperty: async ({ id, revNo }, property) => {
      const response = await target.send({
        method: "DELETE",
        path: "/api/BomSlot/ClearProperty",
        body: JSON.stringify({ BomSlotId: id, revNo, property }),
        idempotencyKey: newName(),
      });
      await requireDone(response);
    },
  };
}

/** The route of a resource's Upsert, as an import finds it. */
export const upsertOf = (resource: string): ImportRoute =>
  importOrder.find(({ path }) => path === `/api/${resource}/Upsert`)!;

/** A request is only repeated while its response is lost: the same body can be wanted again later. */
const newName = () => `follow:${randomUUID()}`;

async function requireDone(response: Response): Promise<void> {
  if (response.ok) return;
  const { detail, errors = [] } = await problemOf(response);
  const reasons = errors.map((error) => `${error.pointer.slice(1)}: ${error.detail}`);
  throw new Refused((reasons.length > 0 ? reasons.join("; ") : detail).replaceAll(/\s+/g, " "));
}
