CREATE TABLE `api_key_use` (
	`key_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE TABLE `configured_key` (
	`only` integer PRIMARY KEY NOT NULL,
	`key_id` integer NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE TABLE `external_system` (
	`system` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
ALTER TABLE `api_key` ADD `addresses` text;--> statement-breakpoint
ALTER TABLE `api_key` ADD `external_systems` text;--> statement-breakpoint
ALTER TABLE `api_key` ADD `operations` text;--> statement-breakpoint
-- A system is its first user's. The command line owns none: it can have loaded the references.
INSERT INTO `external_system` (`system`, `user_id`, `at`)
SELECT `system`, `user_id`, min(`at`) FROM `external_ref`
WHERE `user_id` NOT IN (SELECT `id` FROM `user` WHERE `suid_key` = 'command-line') GROUP BY `system`;
