CREATE TABLE `plant` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`address` text,
	`seal_keys` text NOT NULL,
	`document_required` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `plant_name` ON `plant` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `plant_suid` ON `plant` (`suid_key`);--> statement-breakpoint
CREATE TABLE `foreign_part` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`material_item_id` integer NOT NULL,
	`nth` integer NOT NULL,
	`parent_nth` integer,
	`level` integer NOT NULL,
	`plant` text NOT NULL,
	`foreign_id` integer NOT NULL,
	`visual_serial_no` text NOT NULL,
	`serial_key` text NOT NULL,
	`product_name` text NOT NULL,
	`product_key` text NOT NULL,
	`version` text,
	`batch_no` text,
	`batch_key` text,
	`delivery_no` text,
	`delivery_key` text,
	`link` text NOT NULL,
	`qty` integer NOT NULL,
	`unit` text NOT NULL,
	FOREIGN KEY (`material_item_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `foreign_part_item` ON `foreign_part` (`material_item_id`,`nth`);--> statement-breakpoint
CREATE INDEX `foreign_part_serial` ON `foreign_part` (`serial_key`);--> statement-breakpoint
CREATE INDEX `foreign_part_product` ON `foreign_part` (`product_key`);--> statement-breakpoint
CREATE INDEX `foreign_part_batch` ON `foreign_part` (`batch_key`) WHERE batch_key is not null;--> statement-breakpoint
CREATE INDEX `foreign_part_delivery` ON `foreign_part` (`delivery_key`) WHERE delivery_key is not null;--> statement-breakpoint
CREATE TABLE `foreign_seal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`material_item_id` integer NOT NULL,
	`plant_id` integer NOT NULL,
	`seal_id` integer NOT NULL,
	`hash` text NOT NULL,
	`previous` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`material_item_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`plant_id`) REFERENCES `plant`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `foreign_seal_item` ON `foreign_seal` (`material_item_id`);--> statement-breakpoint
CREATE INDEX `foreign_seal_plant` ON `foreign_seal` (`plant_id`,`seal_id`);--> statement-breakpoint
CREATE TABLE `foreign_unit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`material_item_id` integer NOT NULL,
	`plant_id` integer NOT NULL,
	`serial_key` text NOT NULL,
	`dispatch_rev_no` integer NOT NULL,
	`sha256` text NOT NULL,
	`is_voided` integer NOT NULL,
	FOREIGN KEY (`material_item_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`plant_id`) REFERENCES `plant`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `foreign_unit_item` ON `foreign_unit` (`material_item_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `foreign_unit_dispatch` ON `foreign_unit` (`plant_id`,`serial_key`,`dispatch_rev_no`) WHERE is_voided = 0;