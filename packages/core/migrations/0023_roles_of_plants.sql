CREATE TABLE `role` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`operations` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `role_name` ON `role` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `role_suid` ON `role` (`suid_key`);--> statement-breakpoint
CREATE INDEX `role_of_keys` ON `role` (`name`);--> statement-breakpoint
ALTER TABLE `user` ADD `roles` text;