CREATE TABLE `webhook` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`types` text,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`webhook_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`first_at` integer,
	`next_at` integer NOT NULL,
	`error` text,
	PRIMARY KEY(`webhook_id`, `seq`),
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`webhook_id`,`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_subject` ON `webhook_delivery` (`webhook_id`,`subject`,`state`,`seq`);--> statement-breakpoint
CREATE TABLE `webhook_progress` (
	`webhook_id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`lease_owner` text NOT NULL,
	`lease_until` integer NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE TABLE `webhook_secret` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` integer NOT NULL,
	`secret` text NOT NULL,
	`is_current` integer NOT NULL,
	`expires_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_secret_webhook` ON `webhook_secret` (`webhook_id`);