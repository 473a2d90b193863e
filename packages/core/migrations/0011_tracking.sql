DROP INDEX `change_log_former_serial`;--> statement-breakpoint
DROP INDEX `change_log_renamed`;--> statement-breakpoint
CREATE INDEX `change_log_former_serial` ON `change_log` (before ->> '$.serialKey') WHERE entity = 'MaterialItem' and action in ('adopted', 'moved', 'relabelled', 'returned', 'updated', 'voided');--> statement-breakpoint
CREATE INDEX `change_log_renamed` ON `change_log` (`entity_id`) WHERE entity = 'MaterialItem' and action in ('adopted', 'moved', 'relabelled', 'returned', 'updated', 'voided');--> statement-breakpoint
ALTER TABLE `product` ADD `tracking` text DEFAULT 'Lot' NOT NULL;--> statement-breakpoint
ALTER TABLE `product` ADD `inventory_managed` integer DEFAULT false NOT NULL;