CREATE TABLE `api_key` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_hash` ON `api_key` (`hash`);--> statement-breakpoint
CREATE INDEX `api_key_user` ON `api_key` (`user_id`);--> statement-breakpoint
CREATE TABLE `idempotency_key` (
	`user_id` integer NOT NULL,
	`method` text NOT NULL,
	`path` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`operation_id` text NOT NULL,
	`decision` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `method`, `path`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `idempotency_key_at` ON `idempotency_key` (`at`);--> statement-breakpoint
CREATE TABLE `bom` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`parent_product_id` integer NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	FOREIGN KEY (`parent_product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bom_name` ON `bom` (`parent_product_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `bom_slot` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`bom_version_id` integer NOT NULL,
	`description` text NOT NULL,
	`build_slot_type_id` integer NOT NULL,
	`is_active` integer NOT NULL,
	`is_required` integer NOT NULL,
	`instruction` text,
	`edhr_bom_required` integer NOT NULL,
	`edhr_build_required` integer NOT NULL,
	FOREIGN KEY (`bom_version_id`) REFERENCES `bom_version`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`build_slot_type_id`) REFERENCES `build_slot_type`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `bom_slot_version` ON `bom_slot` (`bom_version_id`);--> statement-breakpoint
CREATE INDEX `bom_slot_type` ON `bom_slot` (`build_slot_type_id`);--> statement-breakpoint
CREATE TABLE `bom_version` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`bom_id` integer NOT NULL,
	`major` integer NOT NULL,
	`minor` integer NOT NULL,
	`status` text NOT NULL,
	FOREIGN KEY (`bom_id`) REFERENCES `bom`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bom_version_number` ON `bom_version` (`bom_id`,`major`,`minor`);--> statement-breakpoint
CREATE TABLE `slot_candidate` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`bom_slot_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`version` text,
	`version_key` text NOT NULL,
	`is_active` integer NOT NULL,
	`qty` integer NOT NULL,
	`min_qty` integer NOT NULL,
	`max_qty` integer,
	`is_default` integer NOT NULL,
	`use_uom_id` integer,
	FOREIGN KEY (`bom_slot_id`) REFERENCES `bom_slot`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`use_uom_id`) REFERENCES `unit_of_measure`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "slot_candidate_quantities" CHECK(0 <= "slot_candidate"."min_qty" and "slot_candidate"."qty" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `slot_candidate_product` ON `slot_candidate` (`bom_slot_id`,`product_id`,`version_key`);--> statement-breakpoint
CREATE INDEX `slot_candidate_used_product` ON `slot_candidate` (`product_id`);--> statement-breakpoint
CREATE TABLE `slot_property` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`bom_slot_id` integer NOT NULL,
	`property_definition_id` integer NOT NULL,
	`value` text NOT NULL,
	FOREIGN KEY (`bom_slot_id`) REFERENCES `bom_slot`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`property_definition_id`) REFERENCES `property_definition`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `slot_property_slot` ON `slot_property` (`bom_slot_id`,`property_definition_id`);--> statement-breakpoint
CREATE INDEX `slot_property_definition` ON `slot_property` (`property_definition_id`);--> statement-breakpoint
CREATE TABLE `build_slot_type` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `build_slot_type_name` ON `build_slot_type` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `build_slot_type_suid` ON `build_slot_type` (`suid_key`);--> statement-breakpoint
CREATE TABLE `case_data_definition` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `case_data_definition_name` ON `case_data_definition` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `case_data_definition_suid` ON `case_data_definition` (`suid_key`);--> statement-breakpoint
CREATE TABLE `currency` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `currency_name` ON `currency` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `currency_suid` ON `currency` (`suid_key`);--> statement-breakpoint
CREATE TABLE `hold_reason` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `hold_reason_name` ON `hold_reason` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `hold_reason_suid` ON `hold_reason` (`suid_key`);--> statement-breakpoint
CREATE TABLE `location` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `location_name` ON `location` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `location_suid` ON `location` (`suid_key`);--> statement-breakpoint
CREATE TABLE `material_reason` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`transactions` text NOT NULL,
	`disposition` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `material_reason_name` ON `material_reason` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `material_reason_suid` ON `material_reason` (`suid_key`);--> statement-breakpoint
CREATE TABLE `material_status` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`consumable` integer NOT NULL,
	`buildable` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `material_status_name` ON `material_status` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `material_status_suid` ON `material_status` (`suid_key`);--> statement-breakpoint
CREATE TABLE `ownership_type` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `ownership_type_name` ON `ownership_type` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `ownership_type_suid` ON `ownership_type` (`suid_key`);--> statement-breakpoint
CREATE TABLE `product_type` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_type_name` ON `product_type` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `product_type_suid` ON `product_type` (`suid_key`);--> statement-breakpoint
CREATE TABLE `property_definition` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `property_definition_name` ON `property_definition` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `property_definition_suid` ON `property_definition` (`suid_key`);--> statement-breakpoint
CREATE TABLE `receipt_profile` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`fields` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_profile_name` ON `receipt_profile` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_profile_suid` ON `receipt_profile` (`suid_key`);--> statement-breakpoint
CREATE TABLE `receipt_recipe` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_recipe_name` ON `receipt_recipe` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `receipt_recipe_suid` ON `receipt_recipe` (`suid_key`);--> statement-breakpoint
CREATE TABLE `serial_range` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`prefix` text NOT NULL,
	`next_number` integer NOT NULL,
	`end_number` integer,
	`padding` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `serial_range_name` ON `serial_range` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `serial_range_suid` ON `serial_range` (`suid_key`);--> statement-breakpoint
CREATE TABLE `unit_of_measure` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`code` text,
	`dimension` text NOT NULL,
	`factor` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `unit_of_measure_name` ON `unit_of_measure` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `unit_of_measure_suid` ON `unit_of_measure` (`suid_key`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_name` ON `user` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `user_suid` ON `user` (`suid_key`);--> statement-breakpoint
CREATE TABLE `work_centre` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `work_centre_name` ON `work_centre` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `work_centre_suid` ON `work_centre` (`suid_key`);--> statement-breakpoint
CREATE TABLE `change_log` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`operation_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`at` integer NOT NULL,
	`user_id` integer,
	`key_id` integer,
	`request_id` text,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`rev_no` integer NOT NULL,
	`action` text NOT NULL,
	`reason_id` integer,
	`comment` text,
	`delivery_no` text,
	`occurred_at` integer,
	`before` text,
	`after` text,
	FOREIGN KEY (`reason_id`) REFERENCES `material_reason`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `change_log_revision` ON `change_log` (`entity`,`entity_id`,`rev_no`);--> statement-breakpoint
CREATE UNIQUE INDEX `change_log_operation` ON `change_log` (`operation_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `change_log_reason` ON `change_log` (`reason_id`) WHERE reason_id is not null;--> statement-breakpoint
CREATE TABLE `guard` (
	`stale` integer,
	CONSTRAINT "stale" CHECK(false)
) STRICT;
--> statement-breakpoint
CREATE TABLE `adjustment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`material_item_id` integer NOT NULL,
	`qty` integer NOT NULL,
	`material_reason_id` integer,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`material_item_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`material_reason_id`) REFERENCES `material_reason`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `adjustment_item` ON `adjustment` (`material_item_id`);--> statement-breakpoint
CREATE INDEX `adjustment_reason` ON `adjustment` (`material_reason_id`);--> statement-breakpoint
CREATE TABLE `build` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`parent_id` integer NOT NULL,
	`child_id` integer NOT NULL,
	`bom_slot_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`qty` integer NOT NULL,
	`removed_qty` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`parent_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`child_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`bom_slot_id`) REFERENCES `bom_slot`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`candidate_id`) REFERENCES `slot_candidate`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "build_quantities" CHECK(0 <= "build"."removed_qty" and "build"."removed_qty" <= "build"."qty" and "build"."qty" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `build_parent` ON `build` (`parent_id`,`candidate_id`);--> statement-breakpoint
CREATE INDEX `build_child` ON `build` (`child_id`,`parent_id`);--> statement-breakpoint
CREATE INDEX `build_candidate` ON `build` (`candidate_id`);--> statement-breakpoint
CREATE INDEX `build_slot` ON `build` (`bom_slot_id`);--> statement-breakpoint
CREATE TABLE `case_data` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`material_item_id` integer NOT NULL,
	`case_data_definition_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text,
	FOREIGN KEY (`material_item_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`case_data_definition_id`) REFERENCES `case_data_definition`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `case_data_item` ON `case_data` (`material_item_id`);--> statement-breakpoint
CREATE INDEX `case_data_case` ON `case_data` (`case_data_definition_id`);--> statement-breakpoint
CREATE TABLE `material_item` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`last_edit_at` integer NOT NULL,
	`last_edit_user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`status_id` integer NOT NULL,
	`visual_serial_no` text NOT NULL,
	`serial_key` text NOT NULL,
	`works_order_id` integer,
	`start_at` integer,
	`end_at` integer,
	`version` text,
	`nominal_qty` integer NOT NULL,
	`actual_qty` integer NOT NULL,
	`unique_id` text,
	`unique_id_key` text,
	`hold_reason_id` integer,
	`expiry_at` integer,
	`location_id` integer,
	`cost_per_unit` integer,
	`ownership_type_id` integer,
	`currency_id` integer,
	`batch_no` text,
	`legacy_prerepair_id` integer,
	`test_mode_id` integer,
	`made_at_consumption` integer NOT NULL,
	FOREIGN KEY (`last_edit_user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`status_id`) REFERENCES `material_status`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`works_order_id`) REFERENCES `works_order`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`hold_reason_id`) REFERENCES `hold_reason`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`location_id`) REFERENCES `location`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`ownership_type_id`) REFERENCES `ownership_type`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`currency_id`) REFERENCES `currency`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`legacy_prerepair_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "material_item_actual_qty" CHECK("material_item"."actual_qty" >= 0),
	CONSTRAINT "material_item_nominal_qty" CHECK("material_item"."nominal_qty" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `material_item_serial` ON `material_item` (`serial_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `material_item_unique_id` ON `material_item` (`unique_id_key`);--> statement-breakpoint
CREATE INDEX `material_item_order` ON `material_item` (`works_order_id`);--> statement-breakpoint
CREATE INDEX `material_item_product` ON `material_item` (`product_id`);--> statement-breakpoint
CREATE INDEX `material_item_batch` ON `material_item` (`batch_no`);--> statement-breakpoint
CREATE INDEX `material_item_status` ON `material_item` (`status_id`);--> statement-breakpoint
CREATE TABLE `works_order` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`order_no` text NOT NULL,
	`order_no_key` text NOT NULL,
	`description` text,
	`product_id` integer NOT NULL,
	`bom_version_id` integer NOT NULL,
	`qty` integer NOT NULL,
	`status` text NOT NULL,
	`start_at` integer,
	`end_at` integer,
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`bom_version_id`) REFERENCES `bom_version`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `works_order_no` ON `works_order` (`order_no_key`);--> statement-breakpoint
CREATE INDEX `works_order_product` ON `works_order` (`product_id`);--> statement-breakpoint
CREATE INDEX `works_order_bom_version` ON `works_order` (`bom_version_id`);--> statement-breakpoint
CREATE TABLE `product` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`version` text NOT NULL,
	`product_type_id` integer NOT NULL,
	`default_ownership_id` integer NOT NULL,
	`default_cost_per_unit` integer NOT NULL,
	`default_currency_id` integer NOT NULL,
	`base_unit_id` integer NOT NULL,
	`receipt_profile_id` integer NOT NULL,
	`receipt_recipe_id` integer,
	`serial_range_id` integer,
	`default_batch_size` integer NOT NULL,
	`min_schedule_batch_size` integer,
	`schedule_batch_increment` integer,
	`max_schedule_batch_size` integer,
	`pegging_expiry_days` integer,
	`shelf_life_days` integer,
	`inventory_decimal_places` integer NOT NULL,
	`location_id` integer NOT NULL,
	`is_active` integer NOT NULL,
	`is_planning_constraint` integer NOT NULL,
	`source_product_id` integer,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`default_ownership_id`) REFERENCES `ownership_type`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`default_currency_id`) REFERENCES `currency`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`base_unit_id`) REFERENCES `unit_of_measure`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`receipt_profile_id`) REFERENCES `receipt_profile`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`receipt_recipe_id`) REFERENCES `receipt_recipe`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`serial_range_id`) REFERENCES `serial_range`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`location_id`) REFERENCES `location`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`source_product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "product_places" CHECK("product"."inventory_decimal_places" between 0 and 6)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `product_name` ON `product` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `product_suid` ON `product` (`suid_key`);--> statement-breakpoint
CREATE INDEX `product_source` ON `product` (`source_product_id`);--> statement-breakpoint
CREATE TABLE `product_property` (
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`value` text,
	PRIMARY KEY(`product_id`, `name`),
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE TABLE `work_centre_group` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text,
	`name_key` text,
	`is_controlled` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `work_centre_group_name` ON `work_centre_group` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `work_centre_group_suid` ON `work_centre_group` (`suid_key`);--> statement-breakpoint
CREATE TABLE `work_centre_group_member` (
	`group_id` integer NOT NULL,
	`work_centre_id` integer NOT NULL,
	PRIMARY KEY(`group_id`, `work_centre_id`),
	FOREIGN KEY (`group_id`) REFERENCES `work_centre_group`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`work_centre_id`) REFERENCES `work_centre`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `work_centre_group_member_centre` ON `work_centre_group_member` (`work_centre_id`);