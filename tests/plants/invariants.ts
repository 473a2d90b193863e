/**
 * Finds the items that break the law of material: nominal quantity + adjustments + merged in - split
 * off or merged into others = actual quantity + net built, always.
 */
export const unconserved = `
  select visual_serial_no, nominal_qty, actual_qty, adjusted, merged, gone, built from (
    select visual_serial_no, nominal_qty, actual_qty,
      coalesce((select sum(qty) from adjustment where material_item_id = item.id), 0) as adjusted,
      coalesce((select sum(qty) from lot_transfer
        where to_id = item.id and kind = 'merge'), 0) as merged,
      coalesce((select sum(qty) from lot_transfer where from_id = item.id), 0) as gone,
      coalesce((select sum(qty - removed_qty) from build where child_id = item.id), 0) as built
    from material_item as item)
  where nominal_qty + adjusted + merged - gone <> actual_qty + built`;
