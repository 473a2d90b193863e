DROP INDEX `works_order_bom_version`;--> statement-breakpoint
CREATE INDEX `works_order_status` ON `works_order` (`status`);--> statement-breakpoint
CREATE INDEX `works_order_product_status` ON `works_order` (`product_id`,`status`);--> statement-breakpoint
CREATE INDEX `works_order_bom_version` ON `works_order` (`bom_version_id`,`status`);--> statement-breakpoint
DROP INDEX `webhook_delivery_due`;--> statement-breakpoint
CREATE INDEX `webhook_delivery_state` ON `webhook_delivery` (`webhook_id`,`state`,`seq`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_failed` ON `webhook_delivery` (`webhook_id`,`tried_at`,`seq`) WHERE state in ('pending', 'dead') and error is not null;--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`webhook_id`,`next_at`,`seq`) WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX `bom_name_key` ON `bom` (`name_key`);--> statement-breakpoint
CREATE INDEX `material_item_hold` ON `material_item` (`hold_reason_id`) WHERE hold_reason_id is not null;