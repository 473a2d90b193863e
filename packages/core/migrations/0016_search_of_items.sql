CREATE INDEX `material_item_location` ON `material_item` (`location_id`);--> statement-breakpoint
CREATE INDEX `material_item_expiry` ON `material_item` (`expiry_at`) WHERE expiry_at is not null;