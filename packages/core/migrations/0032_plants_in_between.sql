ALTER TABLE `material_item` ADD `origin` text;--> statement-breakpoint
ALTER TABLE `material_item` ADD `origin_key` text;--> statement-breakpoint
ALTER TABLE `material_item` ADD `destination` text;--> statement-breakpoint
ALTER TABLE `material_item` ADD `destination_key` text;--> statement-breakpoint
CREATE INDEX `material_item_origin` ON `material_item` (`origin_key`) WHERE origin_key is not null;--> statement-breakpoint
CREATE INDEX `material_item_destination` ON `material_item` (`destination_key`) WHERE destination_key is not null;