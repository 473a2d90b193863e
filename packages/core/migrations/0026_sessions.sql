CREATE TABLE `session` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`hash` text NOT NULL,
	`key_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`idle_minutes` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `session_hash` ON `session` (`hash`);--> statement-breakpoint
CREATE INDEX `session_key` ON `session` (`key_id`);--> statement-breakpoint
CREATE TABLE `session_use` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
