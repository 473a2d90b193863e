CREATE TABLE `__new_session` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`hash` text NOT NULL,
	`key_id` integer,
	`person_id` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`idle_minutes` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`key_id`) REFERENCES `api_key`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`person_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_session` (`id`, `rev_no`, `hash`, `key_id`, `created_at`, `expires_at`, `idle_minutes`, `ended_at`)
SELECT `id`, `rev_no`, `hash`, `key_id`, `created_at`, `expires_at`, `idle_minutes`, `ended_at` FROM `session`;--> statement-breakpoint
CREATE TABLE `__old_session_use` AS SELECT `session_id`, `at` FROM `session_use`;--> statement-breakpoint
DROP TABLE `session_use`;--> statement-breakpoint
DROP TABLE `session`;--> statement-breakpoint
ALTER TABLE `__new_session` RENAME TO `session`;--> statement-breakpoint
CREATE UNIQUE INDEX `session_hash` ON `session` (`hash`);--> statement-breakpoint
CREATE INDEX `session_key` ON `session` (`key_id`);--> statement-breakpoint
CREATE INDEX `session_person` ON `session` (`person_id`);--> statement-breakpoint
CREATE TABLE `session_use` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
INSERT INTO `session_use` (`session_id`, `at`) SELECT `session_id`, `at` FROM `__old_session_use`;--> statement-breakpoint
DROP TABLE `__old_session_use`;--> statement-breakpoint
CREATE TABLE `directory_session` (
	`session_id` integer PRIMARY KEY NOT NULL,
	`token` text,
	`ask_at` integer NOT NULL,
	`asker` text NOT NULL,
	`sid` text,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `directory_session_sid` ON `directory_session` (`sid`);--> statement-breakpoint
ALTER TABLE `user` ADD `issuer` text;--> statement-breakpoint
ALTER TABLE `user` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `user` ADD `roles_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `user_of_directory` ON `user` (`issuer`,`subject`);