CREATE TABLE `build_move` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`build_id` integer NOT NULL,
	`from_slot_id` integer NOT NULL,
	`from_candidate_id` integer NOT NULL,
	`bom_slot_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`build_id`) REFERENCES `build`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`from_slot_id`) REFERENCES `bom_slot`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`from_candidate_id`) REFERENCES `slot_candidate`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`bom_slot_id`) REFERENCES `bom_slot`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`candidate_id`) REFERENCES `slot_candidate`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `build_move_build` ON `build_move` (`build_id`);--> statement-breakpoint
CREATE INDEX `build_move_from_slot` ON `build_move` (`from_slot_id`);--> statement-breakpoint
CREATE INDEX `build_move_from_candidate` ON `build_move` (`from_candidate_id`);--> statement-breakpoint
ALTER TABLE `material_item` ADD `own_version_id` integer REFERENCES bom_version(id);--> statement-breakpoint
CREATE INDEX `material_item_own_version` ON `material_item` (`own_version_id`) WHERE own_version_id is not null;--> statement-breakpoint
ALTER TABLE `works_order` ADD `first_version_id` integer REFERENCES bom_version(id);--> statement-breakpoint
CREATE INDEX `works_order_first_version` ON `works_order` (`first_version_id`) WHERE first_version_id is not null;