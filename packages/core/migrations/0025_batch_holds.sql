CREATE TABLE `batch_hold` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`product_id` integer NOT NULL,
	`batch_no` text NOT NULL,
	`batch_key` text NOT NULL,
	`hold_reason_id` integer NOT NULL,
	`comment` text,
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`hold_reason_id`) REFERENCES `hold_reason`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `batch_hold_batch` ON `batch_hold` (`product_id`,`batch_key`,`hold_reason_id`);--> statement-breakpoint
CREATE INDEX `batch_hold_batch_key` ON `batch_hold` (`batch_key`);--> statement-breakpoint
CREATE INDEX `batch_hold_reason` ON `batch_hold` (`hold_reason_id`);