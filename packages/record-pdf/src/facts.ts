import type { DeviceHistoryDocument } from "@asbuilt/contract";
import { timeText } from "./times.ts";

export type RecordedItem = DeviceHistoryDocument["items"][number];
export type RecordedChange = DeviceHistoryDocument["changes"][number];
export type DesignedSlot = DeviceHistoryDocument["designs"][number]["slots"][number];

/** The record with what its sections look up in it. */
export class Facts {
  readonly record: DeviceHistoryDocument;
  readonly timeZone: string;
  readonly #items: ReadonlyMap<number, RecordedItem>;
  readonly #orders: ReadonlyMap<number, string>;
  readonly #names: ReadonlyMap<string, string>;
  readonly #slots: ReadonlyMap<number, DesignedSlot>;
  readonly #bySeq: ReadonlyMap<number, RecordedChange>;

  constructor(record: DeviceHistoryDocument, timeZone: string) {
    this.record = record;
    this.timeZone = timeZone;
    this.#items = new Map(record.items.map((item) => [item.id, item]));
    this.#orders = new Map(record.orders.map(({ id, orderNo }) => [id, orderNo]));
    this.#names = new Map(record.names.map(({ entity, id, name }) => [`${entity} ${id}`, name]));
    const slots = record.designs.flatMap((design) => design.slots);
    this.#slots = new Map(slots.map((slot) => [slot.bomSlotID, slot]));
    this.#bySeq = new Map(record.changes.map((change) => [change.seq, change]));
  }

  get unit(): RecordedItem {
    // The record has the unit itself first.
    return this.record.items[0]!;
  }

  /** Writes a time with the offset of the zone; an empty text for none. */
  time = (at: string | null): string => (at === null ? "" : timeText(at, this.timeZone));

  item = (id: number): RecordedItem | undefined => this.#items.get(id);
  slot = (id: number | undefined): DesignedSlot | undefined =>
    id === undefined ? undefined : this.#slots.get(id);
  order = (id: number): string | undefined => this.#orders.get(id);
  changeAt = (seq: number): RecordedChange | undefined => this.#bySeq.get(seq);

  /** The name of a record that changes refer to by its id, or else the id. */
  name = (entity: "HoldReason" | "MaterialStatus" | "Location", id: unknown): string =>
    this.#names.get(`${entity} ${String(id)}`) ?? `#${String(id)}`;

  /** Names a version of a BoM that the unit, or an item in it, was built by; undefined for others. */
  designOf(entity: string, id: number): string | undefined {
    if (entity !== "BomVersion") return undefined;
    const design = this.record.designs.find(({ bomVersionID }) => bomVersionID === id);
    return design && `${design.bom} ${design.version}`;
  }

  /** Names the record of a change as a person knows it. */
  subject(change: RecordedChange): string {
    const { entity, id } = change;
    if (entity === "MaterialItem") return this.item(id)?.visualSerialNo ?? this.serialOf(change);
    if (entity === "WorksOrder") return this.order(id) ?? `#${id}`;
    if (entity === "BatchHold") {
      return `batch ${textOf((change.after ?? change.before)?.["batchNo"])}`;
    }
    if (entity === "Signature" || entity === "Attachment") {
      return textOf(change.after?.["meaning"] ?? change.after?.["fileName"]) || `#${id}`;
    }
    const ofItem = (change.after ?? change.before)?.["materialItemID"];
    return typeof ofItem === "number"
      ? (this.item(ofItem)?.visualSerialNo ?? `#${ofItem}`)
      : `#${id}`;
  }

  /** The serial of a part that is in the unit no more: the parent's change before it names it. */
  serialOf({ seq, id, operationID }: RecordedChange): string {
    const parent = this.changeAt(seq - 1);
    const serial = parent?.operationID === operationID && parent.detail?.["childSerialNo"];
    return typeof serial === "string" ? serial : `#${id}`;
  }
}

/** Writes a value of a change. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Writes a quantity with its unit. */
export const quantityText = (qty: number, unit: string | null | undefined): string =>
  unit ? `${qty} ${unit}` : String(qty);
