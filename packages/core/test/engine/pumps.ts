// Pumps that take up to 4 seals and any other pumps each, and a lot of 10 seals. A range has four
// serials for rings, which nothing takes.

const named = (name: string) =>
  `rev_no, name, name_key, suid, suid_key, is_active) values (1, '${name}', '${name}', '${name}', '${name}', 1)`;

/** The rows of that plant, for an empty database. */
export const plant = `
  insert into user (${named("someone")};
  insert into product_type (${named("t")}; insert into ownership_type (${named("o")};
  insert into currency (${named("c")}; insert into location (${named("l")};
  insert into build_slot_type (${named("b")};
  insert into unit_of_measure (dimension, factor, ${named("each").replace("values (", "values ('count', 1000000, ")};
  insert into receipt_profile (fields, ${named("p").replace("values (", "values ('{}', ")};
  insert into material_status (buildable, consumable, ${named("available").replace("values (", "values (1, 1, ")};
  insert into material_status (buildable, consumable, ${named("consumed").replace("values (", "values (1, 0, ")};
  insert into material_status (buildable, consumable, ${named("scrapped").replace("values (", "values (0, 0, ")};
  insert into material_reason (transactions, disposition, rev_no, name, name_key, suid, suid_key,
    is_active) select '["remove"]', value, 1, value, value, value, value, 1
    from json_each('["return", "hold", "scrap"]');
  insert into hold_reason (${named("checked")};
  insert into product (rev_no, name, name_key, version, product_type_id, default_ownership_id,
    default_cost_per_unit, default_currency_id, base_unit_id, receipt_profile_id,
    default_batch_size, inventory_decimal_places, location_id, is_active, is_planning_constraint)
    select 1, value, value, 'A', 1, 1, 0, 1, 1, 1, 1000000, 0, 1, 1, 0
    from json_each('["pump", "seal", "ring"]');
  insert into serial_range (prefix, next_number, end_number, padding, ${named("r").replace("values (", "values ('r-', 1, 4, 0, ")};
  update product set serial_range_id = 1 where name = 'ring';
  insert into bom (rev_no, name, name_key, parent_product_id, is_active) values (1, 'm', 'm', 1, 1);
  insert into bom_version (rev_no, bom_id, major, minor, status) values (1, 1, 1, 0, 'Released');
  insert into bom_slot (rev_no, bom_version_id, description, build_slot_type_id, is_active,
    is_required, edhr_bom_required, edhr_build_required) values (1, 1, 'seal', 1, 1, 1, 0, 0);
  insert into slot_candidate (rev_no, bom_slot_id, product_id, version_key, is_active, qty, min_qty,
    max_qty, is_default) values (1, 1, 2, '', 1, 2000000, 1000000, 4000000, 1);
  insert into material_item (rev_no, last_edit_at, last_edit_user_id, product_id, status_id,
    visual_serial_no, serial_key, version, nominal_qty, actual_qty, made_at_consumption)
    select 1, 0, 1, value ->> 1, 1, value ->> 0, value ->> 0, 'A', value ->> 2, value ->> 2, 0
    from json_each('[["pump-1", 1, 1000000], ["pump-2", 1, 1000000], ["pump-3", 1, 1000000],
      ["lot-1", 2, 10000000]]');
  insert into bom_slot (rev_no, bom_version_id, description, build_slot_type_id, is_active,
    is_required, edhr_bom_required, edhr_build_required) values (1, 1, 'pump', 1, 1, 0, 0, 0);
  insert into slot_candidate (rev_no, bom_slot_id, product_id, version_key, is_active, qty, min_qty,
    is_default) values (1, 2, 1, '', 1, 1000000, 0, 1);`;
