CREATE TABLE `lot_transfer` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`seq` integer NOT NULL,
	`kind` text NOT NULL,
	`from_id` integer NOT NULL,
	`to_id` integer NOT NULL,
	`qty` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`from_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`to_id`) REFERENCES `material_item`(`id`) ON UPDATE restrict ON DELETE restrict,
	CONSTRAINT "lot_transfer_kind" CHECK("lot_transfer"."kind" in ('split', 'merge')),
	CONSTRAINT "lot_transfer_quantity" CHECK("lot_transfer"."qty" > 0 and "lot_transfer"."from_id" <> "lot_transfer"."to_id")
) STRICT;
--> statement-breakpoint
CREATE INDEX `lot_transfer_from` ON `lot_transfer` (`from_id`,`to_id`);--> statement-breakpoint
CREATE INDEX `lot_transfer_to` ON `lot_transfer` (`to_id`,`from_id`);