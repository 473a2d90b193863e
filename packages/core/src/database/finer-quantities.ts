/**
 * A quantity of an item, `item`, that is not a multiple of `step`, in millionths; null if all are. It
 * is a quantity in stock or received, or one that was built or removed. A voided item never was. The
 * load of a product's Upsert and the guard of its write share this text.
 */
export const finerQuantity = (step: string): string => `(case
  when item.status_id = (select id from material_status where suid_key = 'voided') then null
  when item.nominal_qty % ${step} <> 0 then item.nominal_qty
  when item.actual_qty % ${step} <> 0 then item.actual_qty
  else (
    select case when qty % ${step} <> 0 then qty else removed_qty end from build
    where child_id = item.id and (qty % ${step} <> 0 or removed_qty % ${step} <> 0) limit 1) end)`;
