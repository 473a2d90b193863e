import { copier, fillFast, largestIds, type Native } from "./fill.ts";
import { modelLot, slotCount } from "./workload.ts";

/** The items of the shelf. */
export const shelfItems = 1_000_000;

const [locations, dayMs] = [1000, 86_400_000];
/** When the expiries begin, and the days over which they are spread. */
const [expiresFirst, expiryDays] = [Date.UTC(2030, 0, 1), 3650];
/** When the first item was received. Each further one came a second later. */
const receivedFirst = Date.UTC(2025, 0, 1);
const receivedAt = `${receivedFirst} + 1000 * i`;

/** Filters and orders of List, by name, with the part of the shelf that each selects. */
export const shelfFilters: Readonly<Record<string, { of: string; body: object }>> = {
  location: { of: "1,000 items", body: { location: "BAY-00500" } },
  status: { of: "100,000 items", body: { status: "Scrapped" } },
  deliveryNo: { of: "100 items", body: { deliveryNo: "D-005000" } },
  productType: { of: "a tenth of the items", body: { productType: "Fastener" } },
  isHeld: { of: "1,000 items", body: { isHeld: true } },
  holdReason: { of: "1,000 items", body: { holdReason: "Quality" } },
  expiresBefore: {
    of: "a tenth of the items",
    body: { expiresBefore: new Date(expiresFirst + (expiryDays / 10) * dayMs).toISOString() },
  },
  changedSince: {
    of: "1,000 items",
    body: { changedSince: new Date(receivedFirst + 1000 * (shelfItems - 1000)).toISOString() },
  },
  visualSerialNoLike: { of: "1,000 items", body: { visualSerialNoLike: "SHELF-0005%" } },
  batchNoLike: { of: "1,000 items", body: { batchNoLike: "B-0005%" } },
  orderedBySerial: { of: "all items", body: { order: "visualSerialNoDescending" } },
};

const numbered = (prefix: string, digits: number, number: string) =>
  `printf('${prefix}-%0${digits}d', ${number})`;
const idOf = (table: string, name: string) => `(select id from ${table} where name = '${name}')`;

/**
 * Fills a plant with lots that differ in what people look for: location, status, delivery, batch,
 * type of product, hold and expiry.
 */
export function fillShelf(database: Native): void {
  fillFast(database, () => {
    const copy = copier(database);
    const before = largestIds(database);
    copy("location", locations, "model.id = (select min(id) from location)", {
      id: "i + 1 + (select max(id) from location)",
      suid: numbered("BAY", 5, "i"),
      suid_key: numbered("bay", 5, "i"),
      name: numbered("Bay", 5, "i"),
      name_key: numbered("bay", 5, "i"),
    });
    copy("product_type", 1, "model.name = 'General'", {
      id: "1 + (select max(id) from product_type)",
      suid: "null",
      suid_key: "null",
      name: "'Fastener'",
      name_key: "'fastener'",
    });
    const model = `model.visual_serial_no = printf('${modelLot("%d")}', i % ${slotCount})`;
    database.exec(`
      update product set product_type_id = ${idOf("product_type", "Fastener")} where id = (
        select product_id from material_item where visual_serial_no = '${modelLot(0)}')`);
    copy("material_item", shelfItems, model, {
      id: `i + 1 + ${before.items}`,
      rev_no: "1",
      visual_serial_no: numbered("SHELF", 7, "i"),
      serial_key: numbered("shelf", 7, "i"),
      unique_id: "null",
      unique_id_key: "null",
      location_id: `(select max(id) from location) - i % ${locations}`,
      status_id: `iif(i % 10 = 3, ${idOf("material_status", "Scrapped")}, model.status_id)`,
      delivery_no: numbered("D", 6, "i / 100"),
      delivery_key: numbered("d", 6, "i / 100"),
      batch_no: numbered("B", 6, "i / 10"),
      batch_key: numbered("b", 6, "i / 10"),
      // The multiplier has no divisor in common with the days: neighbours expire far apart.
      expiry_at: `${expiresFirst} + i * 1009 % ${expiryDays} * ${dayMs}`,
      last_edit_at: receivedAt,
      hold_reason_id: `iif(i % 1000 = 7, ${idOf("hold_reason", "Quality")}, null)`,
    });
    const isReceipt = `model.entity = 'MaterialItem' and model.rev_no = 1 and model.entity_id = (
      select id from material_item where visual_serial_no = '${modelLot(0)}')`;
    copy("change_log", shelfItems, isReceipt, {
      seq: `i + 1 + ${before.seq}`,
      operation_id: "printf('01900000-4000-7000-8000-%012d', i)",
      ordinal: "0",
      entity_id: `i + 1 + ${before.items}`,
      at: receivedAt,
    });
  });
}
