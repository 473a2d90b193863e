CREATE TABLE `pin_guess` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`key_id` integer NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `pin_guess_user` ON `pin_guess` (`user_id`,`at`);--> statement-breakpoint
CREATE INDEX `pin_guess_key` ON `pin_guess` (`key_id`,`at`);--> statement-breakpoint
CREATE INDEX `pin_guess_at` ON `pin_guess` (`at`);--> statement-breakpoint
CREATE TABLE `user_pin` (
	`user_id` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`is_temporary` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
ALTER TABLE `user` ADD `badge` text;--> statement-breakpoint
ALTER TABLE `user` ADD `badge_key` text;--> statement-breakpoint
ALTER TABLE `user` ADD `pin_set_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `user_badge` ON `user` (`badge_key`);