import { scale } from "../values/decimal.ts";

/**
 * The condition of an item, `item`, that a product tracked by serial can't have: it was received or
 * started as more or less than one, or it is neither whole in stock, nor whole in one item, nor
 * gone. The load of a product's Upsert and the guard of its write share this text.
 */
export const isNotSingle = `(
  item.status_id <> (select id from material_status where suid_key = 'voided')
  and (item.nominal_qty <> ${scale} or item.actual_qty not in (0, ${scale}) or exists (
    select 1 from build where child_id = item.id and removed_qty < qty group by child_id
    having sum(qty - removed_qty) <> ${scale} or count(distinct parent_id) > 1
    or item.actual_qty > 0)))`;
